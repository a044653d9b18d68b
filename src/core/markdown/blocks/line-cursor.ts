import { SPACE, TAB } from "../../text/characters.ts";

/** A place in one line of the text, counted in offsets and in columns: a tab may be used up only in part. */
export class LineCursor {
  text = "";
  /** Start and end of the line, without its terminator. */
  start = 0;
  end = 0;
  at = 0;
  column = 0;
  /** Columns of the tab at `at` were used, so that it stands for fewer than it would. */
  insideTab = false;
  /** The first character that is neither space nor tab, and the columns up to it. */
  next = 0;
  indent = 0;
  blank = false;
  /** There is a tab before `next`. */
  private tabs = false;

  open(text: string, start: number, end: number): void {
    this.text = text;
    this.start = start;
    this.end = end;
    this.at = start;
    this.column = 0;
    this.insideTab = false;
    this.look();
  }

  /** Finds `next`, `indent` and `blank` from the present place. */
  look(): void {
    const { text, end } = this;
    let at = this.at;
    let column = this.column;
    this.tabs = false;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) {
        column += 4 - (column % 4);
        this.tabs = true;
      } else break;
    }
    this.next = at;
    this.indent = column - this.column;
    this.blank = at >= end;
  }

  /** The code at `next`, or -1 on a blank line. */
  peek(): number {
    return this.next < this.end ? this.text.charCodeAt(this.next) : -1;
  }

  toNext(): void {
    this.column += this.indent;
    this.at = this.next;
    this.insideTab = false;
    this.indent = 0;
  }

  /** Moves over `count` characters that are no tabs. */
  skip(count: number): void {
    this.at += count;
    this.column += count;
    this.insideTab = false;
    this.look();
  }

  skipColumns(count: number): void {
    if (!this.tabs && count <= this.indent) {
      this.at += count;
      this.column += count;
      this.indent -= count;
      this.insideTab = false;
      return;
    }
    let left = count;
    while (left > 0 && this.at < this.end) {
      if (this.text.charCodeAt(this.at) === TAB) {
        const width = 4 - (this.column % 4);
        if (width > left) {
          this.column += left;
          this.insideTab = true;
          break;
        }
        this.column += width;
        left -= width;
      } else {
        this.column++;
        left--;
      }
      this.insideTab = false;
      this.at++;
    }
    this.look();
  }

  /** One optional space or column of a tab after a marker. */
  skipOptionalSpace(): void {
    const code = this.at < this.end ? this.text.charCodeAt(this.at) : -1;
    if (code === SPACE || code === TAB) this.skipColumns(1);
  }
}
