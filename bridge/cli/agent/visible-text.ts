import { stripAnsi } from '../../../src/outputs/terminal-text.ts';

/** Control characters but for newline and tab, and marks that turn the direction of writing. */
const HIDDEN = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text of a model or a notebook as a terminal may get it: it can move no cursor, and look like nothing else. */
export function visibleText(text: string): string {
  return stripAnsi(text.replaceAll('\r\n', '\n')).replace(
    HIDDEN,
    (hidden) => `⟨U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
