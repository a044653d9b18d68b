import "./waiting.css";

interface WaitingProps {
  readonly title: string;
  readonly next?: string | undefined;
  readonly busy?: boolean;
  readonly alert?: boolean;
}

/** A screen with nothing to read yet: what it is, and what happens next. */
export function Waiting({ title, next, busy = false, alert = false }: WaitingProps) {
  return (
    <div className="waiting" role={alert ? "alert" : "status"} data-busy={busy}>
      <p className="waiting-title">{title}</p>
      {next !== undefined && <p className="waiting-next">{next}</p>}
    </div>
  );
}
