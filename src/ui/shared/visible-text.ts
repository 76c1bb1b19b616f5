/** Marks that turn the direction of writing: with them a text can look like another than the one that is run. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of an agent or a cell with nothing hidden in it. Still text: it is never to be used as markup. */
export function visibleText(text: string): string {
  return text.replace(
    TURNING,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
