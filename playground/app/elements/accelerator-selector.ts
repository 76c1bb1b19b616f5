import css from '../styles/accelerator-selector.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

/** What a runtime can be made of; the value as the page's own radio buttons have it. */
export const ACCELERATORS = [
  { value: 'NONE', label: 'CPU' },
  { value: 'GPU,T4', label: 'T4 GPU' },
  { value: 'TPU,V5E1', label: 'v5e-1 TPU' },
  { value: 'GPU,A100', label: 'A100 GPU', isForSubscribers: true },
] as const;

/** The choice of hardware in the dialog "Change runtime type", in a shadow root of its own. */
export class AcceleratorSelector extends HTMLElement {
  readonly #box = el('div', { class: 'accelerators' });

  constructor() {
    super();
    openShadow(this, css, this.#box);
  }

  get value(): string {
    return this.#box.querySelector<HTMLInputElement>('input:checked')?.value ?? 'NONE';
  }

  offer(chosen: string): void {
    this.#box.replaceChildren(
      ...ACCELERATORS.map((one) => {
        const radio = el('input', {
          attrs: { type: 'radio', name: 'accelerator', value: one.value, 'aria-label': one.label },
        });
        radio.checked = one.value === chosen;
        radio.disabled = 'isForSubscribers' in one;
        return el('label', {}, radio, one.label);
      }),
    );
  }
}

export function defineAcceleratorSelector(): void {
  customElements.define('colab-runtime-attributes-selector', AcceleratorSelector);
}
