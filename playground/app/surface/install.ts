import type { App } from '../app.ts';
import { notebookSurface } from './notebook-surface.ts';

const VERSION_TAG = 'colab-external_20261101-060108_RC00_playground';

/** What is there before the app has started: the root object, still empty. */
export function installRoot(): void {
  window.colabVersionTag = VERSION_TAG;
  window.colab = { global: {} };
}

export function installNotebook(app: App): void {
  const notebook = notebookSurface(app);
  window.colab.global.notebook = notebook;
  window.colab.global.notebookModel = notebook.notebookModel;
}
