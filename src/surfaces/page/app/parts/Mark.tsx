/** The sign of the product: a sheet with lines. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" fill="var(--canvas-accent)" />
      <path
        d="M9 10.5h14M9 16h14M9 21.500h7"
        stroke="var(--canvas-on-accent)"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
