import type { Action, ActionEnvelope, DispatchParams } from "../wire/types.ts";
import { AhpClientError, plain } from "./client-error.ts";
import type { After } from "./socket.ts";

/** What was sent to the host, or is to be, and has not come back from it yet, in order. */
export interface Dispatches {
  /** Settles with the envelope that comes back; rejects when it was refused, or nothing comes back. */
  add(channel: string, action: Action): { readonly params: DispatchParams; readonly echo: Promise<ActionEnvelope> };
  /** It is on its way now: the host has so much time to say that it has it. */
  sent(params: DispatchParams): void;
  /** The connection is gone, and with it everything on its way: time stands still. */
  lost(): void;
  /** All of it, to be sent again. */
  all(): readonly DispatchParams[];
  /** Something came back. */
  settle(envelope: ActionEnvelope): void;
  failAll(error: Error): void;
}

interface Unsettled {
  readonly params: DispatchParams;
  readonly resolve: (envelope: ActionEnvelope) => void;
  readonly reject: (error: Error) => void;
  stopTimer: () => void;
}

const MOST = 10_000;

export function createDispatches(options: {
  readonly clientId: string;
  readonly patience: number;
  readonly after: After;
}): Dispatches {
  const { clientId, patience, after } = options;
  const unsettled = new Map<number, Unsettled>();
  let last = 0;

  const over = (clientSeq: number): Unsettled | undefined => {
    const one = unsettled.get(clientSeq);
    one?.stopTimer();
    unsettled.delete(clientSeq);
    return one;
  };

  return {
    add(channel, action) {
      if (unsettled.size >= MOST)
        throw new AhpClientError("too_much_waiting", `${MOST} actions wait for the host already.`);
      last += 1;
      const params = { channel, clientSeq: last, action };
      const echo = new Promise<ActionEnvelope>((resolve, reject) => {
        unsettled.set(params.clientSeq, { params, resolve, reject, stopTimer: () => {} });
      });
      return { params, echo };
    },
    sent({ clientSeq, action }) {
      const one = unsettled.get(clientSeq);
      if (one === undefined) return;
      one.stopTimer();
      one.stopTimer = after(patience, () => {
        const why = `The host did not say in time whether it did ${plain(action.type, 60)}.`;
        over(clientSeq)?.reject(new AhpClientError("timeout", why));
      });
    },
    lost() {
      for (const one of unsettled.values()) one.stopTimer();
    },
    all: () => [...unsettled.values()].map(({ params }) => params),
    settle(envelope) {
      const { origin, rejectionReason } = envelope;
      if (origin?.clientId !== clientId) return;
      const one = over(origin.clientSeq);
      if (rejectionReason === undefined) one?.resolve(envelope);
      else one?.reject(new AhpClientError("refused", `The host refused it: ${plain(rejectionReason, 1_000)}`));
    },
    failAll(error) {
      for (const clientSeq of [...unsettled.keys()]) over(clientSeq)?.reject(error);
    },
  };
}
