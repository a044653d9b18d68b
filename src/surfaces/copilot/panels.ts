/** An instance of the canvas in a session of the runtime. */
export interface Instance {
  readonly sessionId: string;
  readonly instanceId: string;
}

export interface Panel extends Instance {
  readonly canvasId: string;
  /** How it was last opened: by the canvas's id, or as the panel's own canvas. */
  readonly by: "id" | "panel";
  /** The number of the person's last answer about the canvas when it was opened. */
  readonly answers: number;
}

/** The panels that this process has opened. */
export interface Panels {
  of(instance: Instance): Panel | undefined;
  all(): readonly Panel[];
  put(panel: Panel): void;
  drop(instance: Instance): void;
}

export function createPanels(): Panels {
  const open = new Map<string, Panel>();
  return {
    of: (instance) => open.get(panelName(instance)),
    all: () => [...open.values()],
    put: (panel) => void open.set(panelName(panel), panel),
    drop: (instance) => void open.delete(panelName(instance)),
  };
}

/** Ids of instances are chosen by models: they are one's own in their session only. */
export function panelName({ sessionId, instanceId }: Instance): string {
  return `copilot:${JSON.stringify([sessionId, instanceId])}`;
}
