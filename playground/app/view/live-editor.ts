import { python } from '@codemirror/lang-python';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { CellKind } from '../model/cell.ts';
import type { TextBuffer } from '../model/text-buffer.ts';
import type { CellEditor } from './cell-editor.ts';
import { el, pageNonce } from './dom.ts';

let modelNumber = 0;

/** A CodeMirror. */
export class LiveEditor implements CellEditor {
  readonly element: HTMLElement;
  readonly #view: EditorView;
  readonly #release: () => void;

  constructor(buffer: TextBuffer, kind: CellKind) {
    const uri = `inmemory://model/${++modelNumber}`;
    const box = el('div', { class: 'monaco-editor vs', attrs: { role: 'code', 'data-uri': uri } });
    const mode = kind === 'code' ? 'notebook-python' : 'markdown';
    this.element = el('div', { class: 'editor flex monaco', attrs: { 'data-mode-id': mode } }, box);
    this.#view = new EditorView({
      parent: box,
      state: EditorState.create({
        doc: buffer.value,
        extensions: [
          // Keys that run cells belong to the notebook, whatever the editor would do with them.
          keymap.of(
            ['Ctrl-Enter', 'Mod-Enter', 'Shift-Enter', 'Alt-Enter'].map((key) => ({ key, run: () => true })),
          ),
          basicSetup,
          syntaxHighlighting(classHighlighter),
          EditorView.darkTheme.of(document.documentElement.getAttribute('theme') === 'dark'),
          EditorState.readOnly.of(buffer.isLocked),
          ...(kind === 'code' ? [python()] : []),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(pageNonce()),
          EditorView.contentAttributes.of({ 'aria-label': kind === 'code' ? 'Code' : 'Markdown' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) buffer.set(update.state.doc.toString(), this);
          }),
        ],
      }),
    });
    this.#release = buffer.events.on('change', ({ origin }) => {
      if (origin !== this) this.#replace(buffer.value);
    });
  }

  focus(): void {
    this.#view.focus();
  }

  focusAt(x: number, y: number): void {
    const position = this.#view.posAtCoords({ x, y });
    if (position !== null) this.#view.dispatch({ selection: { anchor: position } });
    this.#view.focus();
  }

  destroy(): void {
    this.#release();
    this.#view.destroy();
    this.element.remove();
  }

  #replace(value: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: value } });
  }
}
