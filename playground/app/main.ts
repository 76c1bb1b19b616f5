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
import { viewCommands } from './commands/view-commands.ts';
import { defineElements } from './elements/define-all.ts';
import { Snackbar } from './elements/snackbar.ts';
import { Executor } from './execution/executor.ts';
import { Runtime } from './execution/runtime.ts';
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
  installRoot();
  const behaviour = readBehaviour(new URLSearchParams(location.search));
  await delay(behaviour.globalsDelayMs);
  defineElements();
  const { document: notebook, cells } = openNotebook(location);
  const runtime = new Runtime(makeKernel(), behaviour.minimumConnectMs);
  const dialogs = new Dialogs(behaviour.dialogElement);
  const executor = new Executor(
    runtime,
    makeGate(behaviour, runtime, dialogs, openStartupDialogs(behaviour, runtime, dialogs)),
  );
  const view = new NotebookView(notebook, executor);
  const commands = new Commands();
  const snackbar = new Snackbar();
  snackbar.id = 'message-area';
  snackbar.className = 'message-area';
  const app: App = { behaviour, document: notebook, runtime, executor, dialogs, snackbar, view, commands };
  commands.add(...fileCommands(app), ...cellCommands(app), ...viewCommands(app), ...runCommands(app));
  buildPage({ notebook, runtime, view, menus: new Menus(commands), snackbar });
  listenToClicks(app);
  listenToKeys(app);
  installNotebook(app);
  void offerLocalMcp(location, dialogs);
  await delay(behaviour.cellsDelayMs);
  notebook.insert(0, ...cells);
  notebook.focus(cells[0] ?? null);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void main();
