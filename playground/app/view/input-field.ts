import type { PendingInput } from '../model/cell.ts';
import { el } from './dom.ts';

/** Where code waits for a line of text; Enter gives it. */
export function makeInputField(input: PendingInput): HTMLElement {
  const field = el('input', {
    class: 'stdin-widget input-container',
    attrs: { type: input.isPassword ? 'password' : 'text', autocomplete: 'off' },
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    input.give(field.value);
  });
  const prompt = el('span', { class: 'stdin-prompt', text: input.prompt });
  return el('div', { class: 'stream stdin output_text' }, el('pre', {}, prompt, field));
}
