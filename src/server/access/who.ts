/** Who acts: prepared by the door through which a call comes in, and never taken from what the call says of itself. */
export interface Who {
  /** Whose canvases they work on. */
  readonly owner: string;
  readonly kind: "person" | "model";
  /** The program that they act through, as it named itself. */
  readonly client?: string | undefined;
  /** Of a person whom the server knows. */
  readonly name?: string;
  readonly subject?: string;
  /**
   * For a person who comes through a door that models share: what they show to be the person. Left out where the door
   * itself knows it (the page, the command line, a file).
   */
  readonly proof?: Proof;
}

/** The key of the one canvas that is acted on, which only its widget is given. */
export interface Proof {
  readonly key: string | undefined;
}
