import type { Commands } from './commands/commands.ts';
import type { Snackbar } from './elements/snackbar.ts';
import type { Executor } from './execution/executor.ts';
import type { Runtime } from './execution/runtime.ts';
import type { AutoSave } from './model/auto-save.ts';
import type { NotebookDocument } from './model/notebook-document.ts';
import type { Behaviour } from './variants/behaviour.ts';
import type { Dialogs } from './view/dialogs.ts';
import type { NotebookView } from './view/notebook-view.ts';

/** The parts of the running app, handed to whoever needs more than one of them. */
export interface App {
  behaviour: Behaviour;
  document: NotebookDocument;
  runtime: Runtime;
  executor: Executor;
  dialogs: Dialogs;
  snackbar: Snackbar;
  view: NotebookView;
  commands: Commands;
  /** Null where nothing is kept. */
  autoSave: AutoSave | null;
}
