/** One thing that was done or went wrong, with what can be done about it. Only the newest is shown. */
export interface Toast {
  readonly tone?: "plain" | "error";
  readonly text: string;
  /** What stands below, for reading and copying. */
  readonly next?: string;
  readonly copy?: string;
  readonly undo?: () => void;
  /** Stays until it is closed. */
  readonly stays?: boolean;
}

export interface Toasts {
  current(): (Toast & { readonly serial: number }) | null;
  subscribe(listener: () => void): () => void;
  show(toast: Toast): void;
  close(): void;
}

export function createToasts(): Toasts {
  const listeners = new Set<() => void>();
  let serial = 0;
  let current: ReturnType<Toasts["current"]> = null;
  const become = (next: typeof current): void => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(toast) {
      serial += 1;
      become({ ...toast, serial });
    },
    close: () => become(null),
  };
}
