import type { App } from '../app.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { notebookSurface } from './notebook-surface.ts';

const VERSION_TAG = 'colab-external_20261101-060108_RC00_playground';

/** What is there before the app has started: the root object, still empty. */
export function installRoot({ globals }: Behaviour): void {
  window.colabVersionTag = VERSION_TAG;
  if (globals) window.colab = { global: {} };
}

export function installNotebook(app: App): void {
  if (!app.behaviour.globals) return;
  const notebook = notebookSurface(app);
  window.colab = { global: { notebook, notebookModel: notebook.notebookModel } };
}
