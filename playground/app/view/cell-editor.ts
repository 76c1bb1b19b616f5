/** An editor bound to a cell's text, inside the elements that Colab's editor has. */
export interface CellEditor {
  readonly element: HTMLElement;
  focus(): void;
  /** Puts the cursor where the pointer went down on the static text. */
  focusAt(x: number, y: number): void;
  destroy(): void;
}
