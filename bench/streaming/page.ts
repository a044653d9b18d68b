import type { MakeRenderer, Renderer } from "./renderer.ts";

export interface StreamPlan {
  readonly text: string;
  readonly cuts: readonly number[];
  /** The indices of the cuts to show; those in `timed` count, the others only bring the renderer there. */
  readonly shown: readonly number[];
  readonly timed: readonly number[];
}

export interface StreamTimes {
  /** For each timed update: milliseconds of script, and of style and layout after it. */
  readonly script: number[];
  readonly layout: number[];
  /** Milliseconds of all updates, those that were not timed included. */
  readonly allScript: number;
  readonly allLayout: number;
  readonly heapBytes: number;
}

export interface ExactnessReport {
  readonly checked: number;
  readonly unequal: number;
  readonly firstUnequal: string;
  readonly nodesAdded: number;
  readonly nodesFinal: number;
}

export interface BenchPage {
  warmUp(plan: StreamPlan): Promise<void>;
  measure(plan: StreamPlan): Promise<StreamTimes>;
  compare(plan: StreamPlan): Promise<ExactnessReport>;
}

declare global {
  interface Window {
    bench?: BenchPage;
    gc?: () => void;
  }
  interface Performance {
    readonly memory?: { readonly usedJSHeapSize: number };
  }
}

/** A frame now and then, outside the timing: observers and animations get their turn as they would in life. */
const UPDATES_PER_FRAME = 20;

export function expose(make: MakeRenderer): void {
  window.bench = {
    warmUp: (plan) => warmUp(make, plan),

    async measure(plan) {
      const container = newContainer();
      window.gc?.();
      const heapBefore = performance.memory?.usedJSHeapSize ?? 0;
      const renderer = make(container);
      const { script, layout, allScript, allLayout } = await new Promise<Omit<StreamTimes, "heapBytes">>((resolve) => {
        runStream(renderer, container, plan, resolve);
      });
      window.gc?.();
      const heapBytes = (performance.memory?.usedJSHeapSize ?? 0) - heapBefore;
      close(renderer, container);
      return { script, layout, allScript, allLayout, heapBytes };
    },

    async compare(plan) {
      const container = newContainer();
      let nodesAdded = 0;
      const observer = new MutationObserver((records) => {
        for (const record of records) for (const node of record.addedNodes) nodesAdded += countNodes(node);
      });
      observer.observe(container, { childList: true, subtree: true });
      const renderer = make(container);
      const checks = new Set(plan.timed);
      let unequal = 0;
      let firstUnequal = "";
      for (const index of plan.shown) {
        const text = plan.text.slice(0, plan.cuts[index]);
        const isLast = index === plan.cuts.length - 1;
        renderer.update(text, isLast);
        await settled(renderer);
        if (!checks.has(index)) continue;
        if (renderer.settled) await new Promise<void>((resolve) => idle(resolve));
        const scratch = newContainer();
        const fresh = make(scratch);
        fresh.update(text, isLast);
        await settled(fresh);
        if (fresh.settled) await new Promise<void>((resolve) => idle(resolve));
        const [shown, wanted] = [describe(container), describe(scratch)];
        if (shown !== wanted) {
          unequal++;
          firstUnequal ||= difference(shown, wanted, index);
        }
        close(fresh, scratch);
      }
      for (const record of observer.takeRecords()) for (const node of record.addedNodes) nodesAdded += countNodes(node);
      observer.disconnect();
      const nodesFinal = countNodes(container) - 1;
      close(renderer, container);
      return { checked: plan.timed.length, unequal, firstUnequal, nodesAdded, nodesFinal };
    },
  };
}

/** All in callbacks: the browser counts as script what it calls, not what a promise resumes. */
function runStream(
  renderer: Renderer,
  container: HTMLElement,
  plan: StreamPlan,
  done: (times: Omit<StreamTimes, "heapBytes">) => void,
): void {
  const timed = new Set(plan.timed);
  const times = { script: [] as number[], layout: [] as number[], allScript: 0, allLayout: 0 };
  const show = (position: number): void => {
    const index = plan.shown[position];
    if (index === undefined) {
      done(times);
      return;
    }
    const text = plan.text.slice(0, plan.cuts[index]);
    const start = performance.now();
    const finish = () => {
      const afterScript = performance.now();
      container.getBoundingClientRect();
      const afterLayout = performance.now();
      times.allScript += afterScript - start;
      times.allLayout += afterLayout - afterScript;
      if (timed.has(index)) {
        times.script.push(afterScript - start);
        times.layout.push(afterLayout - afterScript);
      }
    };
    const goOn = () => {
      // After a jump in a sampled stream, time-sliced work must be over before the next update is timed.
      if (!timed.has(index)) idle(() => show(position + 1));
      else if (position % UPDATES_PER_FRAME === 0) nextFrame(() => show(position + 1));
      else return true;
      return false;
    };
    renderer.update(text, index === plan.cuts.length - 1);
    if (renderer.settled) {
      renderer.settled(() => {
        finish();
        if (goOn()) show(position + 1);
      });
    } else {
      finish();
      if (goOn()) show(position + 1);
    }
  };
  nextFrame(() => show(0));
}

function settled(renderer: Renderer): Promise<void> | undefined {
  return renderer.settled && new Promise((resolve) => renderer.settled?.(resolve));
}

async function warmUp(make: MakeRenderer, plan: StreamPlan): Promise<void> {
  const container = newContainer();
  const renderer = make(container);
  for (const cut of plan.cuts.slice(0, 60)) {
    renderer.update(plan.text.slice(0, cut), false);
    await settled(renderer);
  }
  container.getBoundingClientRect();
  close(renderer, container);
}

function newContainer(): HTMLElement {
  const container = document.createElement("div");
  document.body.append(container);
  return container;
}

function close(renderer: Renderer, container: HTMLElement): void {
  renderer.destroy();
  container.remove();
}

function nextFrame(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then, 0));
}

function idle(then: () => void, turns = 3): void {
  if (turns === 0) then();
  else nextFrame(() => requestIdleCallback(() => idle(then, turns - 1), { timeout: 2000 }));
}

function countNodes(node: Node): number {
  let count = 1;
  for (let child = node.firstChild; child; child = child.nextSibling) count += countNodes(child);
  return count;
}

/** Elements by name with their text; adjoining text nodes count as one, and attributes that differ from run to run are left out. */
function describe(node: Node): string {
  let described = "";
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) described += (child as Text).data;
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const { localName } = child as Element;
      const kept = ["href", "title", "checked", "start", "data-tight", "data-align", "data-caret", "class"]
        .filter((name) => (child as Element).hasAttribute(name))
        .map((name) => ` ${name}=${(child as Element).getAttribute(name)}`);
      described += `<${localName}${kept.join("")}>${describe(child)}</${localName}>`;
    }
  }
  return described;
}

function difference(shown: string, wanted: string, index: number): string {
  let at = 0;
  while (at < shown.length && shown[at] === wanted[at]) at++;
  return `update ${index}: …${shown.slice(Math.max(0, at - 60), at + 60)}… instead of …${wanted.slice(Math.max(0, at - 60), at + 60)}…`;
}
