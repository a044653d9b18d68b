/** The way to the page in a panel, whose address the model reads: each link is good once, for one canvas. */
export interface PanelLinks {
  panelTo(canvasId: string, panel: string): Promise<string | null>;
  endPanel(panel: string): Promise<void>;
}
