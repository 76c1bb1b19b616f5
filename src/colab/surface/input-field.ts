import type { InputPrompt } from '../../notebook/run-update.ts';
import * as select from './selectors.ts';

const MAX_PROMPT = 500;
/** Lines that are given to a shell: such commands show a field though they read nothing. */
const SHELL_LINE =
  /^[ \t]*(?:[\w.,*()[\] \t]+=[ \t]*)?(?:!|%{1,2}(?:!|(?:ba|z)?sh\b|shell\b|script\b|s[xc]\b|system\b|pip\b|conda\b))/m;
/** Python that reads a line itself; what it asks, where that stands there. */
const ASKS = /\b(?:input|getpass)\s*\(\s*(?:[rfbu]{0,2}(["'])((?:(?!\1)[^\n]){1,500})\1)?/gi;
/**
 * How a program's question ends. What only tells how far it has come ends in brackets too: `[00:05<00:05, 9.8it/s]`,
 * `(5/5)`, `[==>   ]`, `#####`.
 */
const QUESTION =
  /(?:[?:$]|\[[^\][%=<]{0,40}\]|\([^()\d%]{0,40}\)|(?:^|[^#\s])\s*#|(?:^|[^=\->\s])\s*>{1,3})$/;

/** The field in which a cell waits for a line of text. */
export function inputFieldIn(cell: Element | null): HTMLInputElement | null {
  const field = cell?.querySelector(select.INPUT_FIELD);
  return field instanceof HTMLInputElement ? field : null;
}

export function promptOf(field: HTMLInputElement): InputPrompt {
  return { prompt: textBefore(field).slice(-MAX_PROMPT), isPassword: field.type === 'password' };
}

/** Whether a field that stays means that code waits: shell commands show one for as long as they say nothing. */
export function isQuestion({ prompt, isPassword }: InputPrompt, source: string): boolean {
  if (isPassword || !SHELL_LINE.test(source) || QUESTION.test(prompt.trim())) return true;
  // Beside the command, the cell asks something itself: what is not seen to be its question need not be another's.
  return Array.from(source.matchAll(ASKS)).some(
    ([, , asked]) => asked === undefined || prompt.endsWith(asked.trim()),
  );
}

/** What stands on the same line before the field: beside it, or at the end of what was printed last. */
function textBefore(field: HTMLInputElement): string {
  let node: Element = field;
  while (node.parentElement && node.localName !== 'colab-static-output-renderer') {
    const parts: string[] = [];
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      parts.unshift(before.textContent ?? '');
    }
    const text = parts.join('');
    if (text.trim() !== '') return text.slice(text.lastIndexOf('\n') + 1).trim();
    node = node.parentElement;
  }
  return '';
}
