/** The way to the page, for people whose host shows no widget. */
export interface PagePort {
  /**
   * A link that opens the page on this canvas (without: on the list), good for one use; starts the page when there is
   * none yet. Null: there is no page (and why was logged).
   */
  linkTo(canvasId?: string): Promise<string | null>;
}
