import { Component } from "react";

interface BeforeChangeProps {
  /** What decides how the screen looks. */
  readonly of: string;
  readonly onChange: () => void;
}

/** Calls `onChange` when `of` is another, while the screen still stands as it did: the last moment to see where the reader is. */
export class BeforeChange extends Component<BeforeChangeProps> {
  override getSnapshotBeforeUpdate(before: BeforeChangeProps): null {
    if (before.of !== this.props.of) this.props.onChange();
    return null;
  }
  // React asks for it beside the other.
  override componentDidUpdate(): void {}
  override render(): null {
    return null;
  }
}
