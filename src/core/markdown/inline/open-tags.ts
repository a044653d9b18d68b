import type { TagMark } from "../tree.ts";
import type { Token } from "./token.ts";

interface OpenTag {
  readonly mark: TagMark;
  readonly token: Token;
  /** The delimiter below: what lies above it is inside the tag. */
  readonly below: Token | null;
}

/** The tags (`<kbd>` and its kin) that nothing has closed yet. */
export class OpenTags {
  private readonly stack: OpenTag[] = [];
  private readonly counts = new Map<TagMark, number>();

  isOpen(): boolean {
    return this.stack.length > 0;
  }

  open(mark: TagMark, token: Token, below: Token | null): void {
    this.stack.push({ mark, token, below });
    this.counts.set(mark, (this.counts.get(mark) ?? 0) + 1);
  }

  /** The innermost tag of that name; it and those inside it are open no longer. Null: there is none. */
  close(mark: TagMark): OpenTag | null {
    if ((this.counts.get(mark) ?? 0) === 0) return null;
    for (;;) {
      const tag = this.pop()!;
      if (tag.mark === mark) return tag;
    }
  }

  /** Forgets the tags that were opened after a place: something that began there has ended. */
  cut(from: number): void {
    while (this.stack.length > 0 && this.stack.at(-1)!.token.from > from) this.pop();
  }

  /** The innermost tag that is still open, which then is open no longer. */
  pop(): OpenTag | undefined {
    const tag = this.stack.pop();
    if (tag) this.counts.set(tag.mark, this.counts.get(tag.mark)! - 1);
    return tag;
  }
}
