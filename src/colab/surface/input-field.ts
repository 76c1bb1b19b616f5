import type { InputPrompt } from '../../notebook/run-update.ts';
import * as select from './selectors.ts';

const MAX_PROMPT = 500;
/** Lines that are given to a shell: such commands show a field though they read nothing. */
const SHELL_LINE = /^\s*(?:[!%]|.*=\s*!)/m;
/** How a program's question ends. */
const QUESTION = /[?:>$#\])]\s*$/;

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
  return isPassword || !SHELL_LINE.test(source) || QUESTION.test(prompt);
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
