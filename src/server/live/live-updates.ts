/** Says which canvases changed, whoever changed them: this process, another one on the same store, a person, a model. */
export interface LiveUpdates {
  /** Calls back with the ids of changed, new, deleted and awaited canvases. While nobody listens nothing is asked of the store. */
  subscribe(listener: (ids: readonly string[]) => void): () => void;
  /**
   * Resolves once whoever has subscribed is told of every change from now on. What is read of the store after it and no
   * notice has come since: that is how it is.
   */
  ready(): Promise<void>;
  close(): void;
}
