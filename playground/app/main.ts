import './styles/theme.css';
import './styles/page.css';
import './styles/cells.css';
import './styles/outputs.css';
import type { App } from './app.ts';
import { cellCommands } from './commands/cell-commands.ts';
import { listenToClicks } from './commands/clicks.ts';
import { Commands } from './commands/commands.ts';
import { fileCommands } from './commands/file-commands.ts';
import { listenToKeys } from './commands/keyboard.ts';
import { runCommands } from './commands/run-commands.ts';
import { runtimeCommands } from './commands/runtime-commands.ts';
import { viewCommands } from './commands/view-commands.ts';
import { defineElements } from './elements/define-all.ts';
import { CollaboratorBar, LastSavedIndicator } from './elements/indicators.ts';
import { Snackbar } from './elements/snackbar.ts';
import { Executor } from './execution/executor.ts';
import { Runtime } from './execution/runtime.ts';
import { tellOfTroubles } from './execution/runtime-troubles.ts';
import { AutoSave } from './model/auto-save.ts';
import { openNotebook } from './model/open-notebook.ts';
import { makeKernel } from './start-kernel.ts';
import { installNotebook, installRoot } from './surface/install.ts';
import { offerLocalMcp } from './surface/local-mcp.ts';
import { readBehaviour } from './variants/behaviour.ts';
import { makeGate } from './variants/gate.ts';
import { openStartupDialogs } from './variants/startup-dialogs.ts';
import { Dialogs } from './view/dialogs.ts';
import { Menus } from './view/menus.ts';
import { NotebookView } from './view/notebook-view.ts';
import { buildPage } from './view/page.ts';

async function main(): Promise<void> {
  const behaviour = readBehaviour(new URLSearchParams(location.search));
  installRoot(behaviour);
  document.documentElement.setAttribute('theme', behaviour.isDark ? 'dark' : 'light');
  await delay(behaviour.globalsDelayMs);
  defineElements();
  const { document: notebook, cells, drive } = await openNotebook(location);
  const runtime = new Runtime(makeKernel(), behaviour.minimumConnectMs);
  const dialogs = new Dialogs(behaviour.dialogForm);
  const executor = new Executor(
    runtime,
    makeGate(behaviour, runtime, dialogs, openStartupDialogs(behaviour, runtime, dialogs)),
    behaviour.stdinFlashMs,
  );
  const view = new NotebookView(notebook, executor, behaviour);
  const commands = new Commands();
  const snackbar = new Snackbar();
  snackbar.id = 'message-area';
  snackbar.className = 'message-area';
  const saved = new LastSavedIndicator();
  const collaborators = new CollaboratorBar();
  const autoSave = drive && new AutoSave(notebook, drive, (text) => saved.show(text));
  const app: App = {
    ...{ behaviour, runtime, executor, dialogs, snackbar, view, commands, autoSave },
    document: notebook,
  };
  commands.add(
    ...fileCommands(app),
    ...cellCommands(app),
    ...viewCommands(app),
    ...runCommands(app),
    ...runtimeCommands(app),
  );
  tellOfTroubles(runtime, dialogs, snackbar);
  const menus = new Menus(commands);
  buildPage({ notebook, runtime, view, menus, snackbar, behaviour, saved, collaborators });
  listenToClicks(app);
  listenToKeys(app);
  installNotebook(app);
  void offerLocalMcp(location, dialogs);
  await delay(behaviour.cellsDelayMs);
  notebook.insert(0, ...cells);
  notebook.focus(cells[0] ?? null);
  if (behaviour.isReadOnly) notebook.lock();
  else autoSave?.start((others) => collaborators.show(others));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void main();
