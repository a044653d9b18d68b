import { wordsOf } from "./client-error.ts";

export interface Listeners<T> {
  /** Returns what takes it away again. */
  add(listener: (news: T) => void): () => void;
  /** All of them hear it: one that throws is named in the log, and keeps nothing from the others. */
  tell(news: T): void;
}

export function createListeners<T>(log: (line: string) => void): Listeners<T> {
  const listeners = new Set<{ readonly hear: (news: T) => void }>();
  return {
    add(hear) {
      const one = { hear };
      listeners.add(one);
      return () => void listeners.delete(one);
    },
    tell(news) {
      for (const one of [...listeners]) {
        try {
          one.hear(news);
        } catch (error) {
          log(`AHP: a listener failed: ${wordsOf(error)}`);
        }
      }
    },
  };
}

/** The same for each of many channels. */
export interface ChannelListeners<T> {
  add(channel: string, listener: (news: T) => void): () => void;
  tell(channel: string, news: T): void;
}

export function createChannelListeners<T>(log: (line: string) => void): ChannelListeners<T> {
  const all = createListeners<{ readonly channel: string; readonly news: T }>(log);
  return {
    add: (channel, listener) => all.add((told) => told.channel === channel && listener(told.news)),
    tell: (channel, news) => all.tell({ channel, news }),
  };
}
