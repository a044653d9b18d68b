/** Says which canvases changed, whoever changed them: this process, another one on the same store, a person, a model. */
export interface LiveUpdates {
  /** Calls back with the ids of changed, new, deleted and awaited canvases. While nobody listens nothing is asked of the store. */
  subscribe(listener: (ids: readonly string[]) => void): () => void;
  close(): void;
}
