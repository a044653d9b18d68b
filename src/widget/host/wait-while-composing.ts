import type { HostPort, HostSignal } from "./host-port.ts";

/** How the host around says that nothing is being composed. */
interface Composing {
  isOn(): boolean;
  whenDone(): Promise<void>;
}

/**
 * The same host, whose news wait until the person has composed what they are typing: the model's calls and the server's
 * answers alike, in their order. What the widget sends goes at once, and so does what changes no text.
 */
export function waitWhileComposing(host: HostPort, composing: Composing): HostPort {
  return {
    get context() {
      return host.context;
    },
    abilities: host.abilities,
    ...(host.holdSaves === undefined ? {} : { holdSaves: host.holdSaves }),
    ...(host.print === undefined ? {} : { print: host.print }),
    subscribe(listener) {
      let waiting: HostSignal[] = [];
      const release = (): void => {
        const signals = waiting;
        waiting = [];
        const faults: unknown[] = [];
        for (const signal of signals) {
          try {
            listener(signal);
          } catch (fault) {
            // What comes after it is none of its business.
            faults.push(fault);
          }
        }
        if (faults.length > 0) throw faults[0];
      };
      const unsubscribe = host.subscribe((signal) => {
        const mayPass = signal.kind === "context" || signal.kind === "error";
        if (mayPass || (waiting.length === 0 && !composing.isOn())) {
          listener(signal);
          return;
        }
        waiting.push(signal);
        if (waiting.length === 1) void composing.whenDone().then(release);
      });
      return () => {
        waiting = [];
        unsubscribe();
      };
    },
    onTeardown: (callback) => host.onTeardown(callback),
    async callTool(tool, args) {
      const answer = await host.callTool(tool, args);
      await composing.whenDone();
      return answer;
    },
    updateModelContext: (text) => host.updateModelContext(text),
    sendMessage: (text) => host.sendMessage(text),
    requestDisplayMode: (mode) => host.requestDisplayMode(mode),
    openLink: (url) => host.openLink(url),
    download: (file) => host.download(file),
    log: (level, message) => host.log(level, message),
  };
}
