import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import type { Touch } from "../../../core/records/sharing.ts";
import type { Access } from "../../people/who.ts";
import type { EditorHandle } from "../../text/editor/editor-view.ts";
import { type Inlay, ownHost } from "../../text/preview/inlays.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { useNewest } from "../../ui/use-newest.ts";
import type { Feature } from "../feature.ts";
import { Conflict } from "./Conflict.tsx";
import { type DrawnPiece, type KnownPieces, piecesInPreview, piecesInSource } from "./drawn-pieces.ts";
import { Offer } from "./Offer.tsx";
import type { ProposalMark } from "./proposal-marks.ts";
import { namesOf } from "./proposal-names.ts";
import { SuggestionCard } from "./SuggestionCard.tsx";
import type { ProposalControls } from "./use-proposal-controls.ts";

interface OffersOptions {
  readonly controls: ProposalControls;
  readonly assistant: string;
  /** Who looks, and whose words are whose, as far as the server knows people. */
  readonly access?: Access;
  readonly touches?: readonly Touch[] | undefined;
  readonly locked: boolean;
  /** The same for their own suggestions, which they may take back; left out: as for the others. */
  readonly lockedOwn?: boolean;
  readonly preview: PreviewView | null;
  /** The text that the preview shows, and the one that the marks are on. */
  readonly text: string;
  readonly draft: string;
  /** Null while nobody writes. */
  readonly editor: () => EditorHandle | null;
  readonly writing: boolean;
  /** While the model writes nothing of it stands in the text. */
  readonly streaming: boolean;
  /** What else stands in the preview's text. */
  readonly others?: readonly Inlay[];
}

/** A place of a proposal with the element that it fills. */
interface DrawnInlay extends Inlay {
  readonly key: string;
  readonly drawn: DrawnPiece;
}

const NONE: readonly DrawnInlay[] = [];

/** Suggestions and conflicts in both texts: one list of marks, an element for each in each text. */
export function useOffers(options: OffersOptions): Feature & Required<Pick<Feature, "inlays">> {
  const {
    controls,
    locked,
    lockedOwn = locked,
    preview,
    text,
    draft,
    editor,
    writing,
    streaming,
    others = NONE,
  } = options;
  const { marks, inText, current } = controls;
  const drawn = useMemo(
    () => (streaming ? [] : marks.filter(({ proposal }) => inText || proposal.kind === "conflict")),
    [marks, inText, streaming],
  );
  const inSource = useMemo(() => (writing ? piecesInSource(drawn, draft) : []), [writing, drawn, draft]);
  const editorInlays = useInlays();
  const inEditor = useMemo(() => editorInlays(inSource), [editorInlays, inSource]);
  const [inPreview, setInPreview] = useState(NONE);
  const known = useRef<KnownPieces>(new Map());
  const previewInlays = useInlays();
  // The preview has drawn this text by now: it knows which blocks stand where. One that lags behind the typing keeps what
  // it has, for these places are of a newer text.
  useLayoutEffect(() => {
    if (preview === null) {
      setInPreview(NONE);
      return;
    }
    if (text !== draft && drawn.length + others.length > 0) return;
    const inlays = previewInlays(piecesInPreview(drawn, draft, preview.blocksAt, known.current));
    setInPreview(inlays);
    preview.setInlays([...inlays, ...others]);
  }, [preview, text, draft, drawn, others, previewInlays]);

  const newest = useNewest(controls);
  const decide = useCallback((decision: ProposalDecision) => newest().decide([decision]), [newest]);
  /** The element of one mark that the person can see now. */
  const elementOf = (mark: ProposalMark): HTMLElement | null => {
    const { id } = mark.proposal;
    const found = [...inPreview, ...inEditor]
      .filter((inlay) => inlay.id === id && inlay.drawn.isLast)
      .flatMap(({ element }) => element ?? []);
    return found.find((element) => element.isConnected && element.getClientRects().length > 0) ?? null;
  };

  // What had the focus before the first card gets it back after the last.
  const before = useRef<Element | null>(null);
  const lookedAt = current?.proposal.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only looking at another one moves the focus
  useEffect(() => {
    if (current === null) {
      const last = before.current;
      before.current = null;
      const now = document.activeElement;
      const isLeft = now === document.body || now?.closest(".conflict, .offer") != null;
      if (last instanceof HTMLElement && isLeft) last.focus();
      return;
    }
    if (!controls.takesFocus) return;
    before.current ??= controls.before;
    editor()?.reveal(current.from);
    const show = () => {
      const element = elementOf(current);
      (element ?? preview?.elementAt(current.from, true))?.scrollIntoView({ block: "center" });
      // Who has gone on inside it meanwhile stays where they are.
      if (current.proposal.kind !== "conflict" || element?.contains(document.activeElement)) return;
      element?.querySelector<HTMLElement>("button")?.focus();
    };
    show();
    // The editor draws only what is near: the element may stand one frame later.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [lookedAt]);

  const press = useEffectEvent((event: MouseEvent) => {
    const target = event.target as Element;
    const own = target.closest<HTMLElement>(".offer ins, .preview [data-inlay]:is(del, mark)");
    const id = own?.closest<HTMLElement>("[data-inlay]")?.dataset.inlay;
    if (id !== undefined && getSelection()?.isCollapsed !== false) controls.pick(id);
    // A suggestion's card closes by itself.
    else if (current?.proposal.kind === "suggestion") return;
    else if (target.closest(".popover, .proposal-bar, .conflict, .offer, .header") === null) controls.pick(null);
  });
  useEffect(() => {
    document.addEventListener("click", press, true);
    return () => document.removeEventListener("click", press, true);
  }, []);

  const fill = (list: readonly DrawnInlay[], view: "editor" | "preview") =>
    list.flatMap(({ id, key, element, drawn: piece }) => {
      if (element === null) return [];
      const isCurrent = id === lookedAt;
      const isUnread = controls.unread.has(id);
      const names = namesOf(piece.mark.proposal, options);
      const common = {
        names,
        locked: names.isOwn ? lockedOwn : locked,
        current: isCurrent,
        isUnread,
        onDecide: decide,
      };
      return createPortal(
        piece.piece === null ? (
          <Conflict mark={piece.mark} content={draft} {...common} />
        ) : (
          <Offer drawn={piece} {...common} />
        ),
        element,
        `${view} ${key}`,
      );
    });
  const card = current !== null && current.proposal.kind === "suggestion" && !streaming && (
    <SuggestionCard
      key={current.proposal.id}
      mark={current}
      names={namesOf(current.proposal, options)}
      locked={namesOf(current.proposal, options).isOwn ? lockedOwn : locked}
      isUnread={controls.unread.has(current.proposal.id)}
      takesFocus={controls.takesFocus}
      boxOf={() => {
        const element = elementOf(current) ?? preview?.elementAt(current.from, true) ?? null;
        return element?.getBoundingClientRect() ?? null;
      }}
      onDecide={decide}
      onClose={() => controls.pick(null)}
    />
  );
  return {
    inlays: writing ? inEditor : NONE,
    layer: (
      <>
        {fill(inPreview, "preview")}
        {fill(inEditor, "editor")}
        {card}
      </>
    ),
    keys: [
      { key: "F9", run: ({ shiftKey }) => controls.step(shiftKey ? -1 : 1) !== null },
      {
        key: "Escape",
        run({ target }) {
          if (target instanceof Element && target.closest(".conflict, .offer") !== null) controls.pick(null);
          // Whatever else is open may still take it.
          return false;
        },
      },
    ],
  };
}

/** Gives each place its element, the same one as long as it stands in the same way. */
function useInlays(): (pieces: readonly DrawnPiece[]) => readonly DrawnInlay[] {
  const hosts = useRef(new Map<string, HTMLElement>());
  return useCallback((pieces) => {
    const next = new Map<string, HTMLElement>();
    const counts = new Map<string, number>();
    const inlays = pieces.map((drawn): DrawnInlay => {
      const { mark, from, to, place, beside, shows } = drawn;
      const { id, kind } = mark.proposal;
      const number = counts.get(id) ?? 0;
      counts.set(id, number + 1);
      const key = `${id} ${number} ${place}`;
      const element = shows ? (hosts.current.get(key) ?? ownHost(document, place)) : null;
      if (element !== null) {
        element.dataset.inlay = id;
        element.className = `inlay inlay-in-${place}`;
        next.set(key, element);
      }
      const wrap = kind === "conflict" ? "mark" : "del";
      return { id, key, from, to, place, ...(beside && { beside }), wrap, element, drawn };
    });
    hosts.current = next;
    return inlays;
  }, []);
}
