import type { App } from '../app.ts';
import type { Cell } from '../model/cell.ts';
import { changedRange } from '../model/changed-range.ts';
import { type CellSurface, cellSurface } from './cell-surface.ts';
import { extend } from './extend.ts';
import { insertionMembers } from './insertion.ts';
import { kernelFiles } from './kernel-files.ts';
import { kernelSurface } from './kernel-surface.ts';
import { modelSurface } from './model-surface.ts';
import { toolsService } from './tools-service.ts';

/** `colab.global.notebook`, with the members that the chosen variants leave it. */
export function notebookSurface(app: App) {
  const cells = mirrorCells(app);
  const model = modelSurface(app, () => cells.list.map((cell) => cell.model));
  const kernel = kernelSurface(app);
  const base = {
    cells: cells.list,
    get focusedCell() {
      return app.document.focused ? (cells.of(app.document.focused) ?? null) : null;
    },
    notebookModel: model,
    getNotebookModel: () => model,
    kernel,
    getKernel: () => kernel,
    isExecuting: () => app.executor.executing,
    isAgentMode: () => false,
    get kernelLastConnectedTimeMs() {
      return app.runtime.lastConnectedAt;
    },
    get element_() {
      return document.querySelector('#notebook-main');
    },
  };
  if (app.behaviour.domOnly) return base;
  const files = kernelFiles(app);
  const acting = extend(base, {
    ...actingMembers(app, cells),
    get kernelFiles() {
      return app.behaviour.kernelExecute && app.runtime.connected ? files : undefined;
    },
  });
  return app.behaviour.toolsService ? extend(acting, { colabMcpToolsService: toolsService(app) }) : acting;
}

export type NotebookSurface = ReturnType<typeof notebookSurface>;

interface CellMirror {
  /** One array for ever, changed in place: scripts keep a reference to it. */
  list: CellSurface[];
  of(cell: Cell): CellSurface | undefined;
}

function actingMembers(app: App, cells: CellMirror) {
  const { document, executor, runtime, commands } = app;
  const modelsOf = (views: unknown): Cell[] =>
    Array.isArray(views) ? document.cells.filter((cell) => views.includes(cells.of(cell))) : [];
  return {
    ...insertionMembers(app, app.behaviour.insertSignature),
    focusCell(id: string) {
      const cell = document.find(id);
      if (cell) document.focus(cell);
    },
    removeCells: (views: unknown) => document.remove(modelsOf(views)),
    moveCell(views: unknown, delta: number, _unexplained?: number) {
      for (const cell of modelsOf(views)) document.move(cell, document.indexOf(cell) + delta);
    },
    runAll: () => executor.runAll(document.codeCells, 'script'),
    clearAllOutputs: () => commands.execute('clear-outputs'),
    saveNotebook: async () => commands.execute('save'),
    connectToKernel: () => runtime.connect(),
    attemptAutoconnect: () => runtime.connect(),
    commandHandler: {
      execute: (command: string, _source?: number) => commands.execute(command),
      supports: (command: string) => commands.get(command) !== undefined,
    },
    localColabMcpService: {
      isConnected: () => false,
      connect: () => Promise.reject(new Error('There is no local MCP server to connect to here.')),
      disconnect: () => {},
    },
  };
}

function mirrorCells(app: App): CellMirror {
  const surfaces = new Map<Cell, CellSurface>();
  const list: CellSurface[] = [];
  let mirrored: readonly Cell[] = [];
  const update = () => {
    const { start, before, now } = changedRange(mirrored, app.document.cells);
    const present = now.map((cell) => {
      const surface = surfaces.get(cell) ?? cellSurface(app, cell);
      surfaces.set(cell, surface);
      return surface;
    });
    list.splice(start, before.length, ...present);
    mirrored = app.document.cells.slice();
  };
  app.document.events.on('cells', update);
  update();
  return { list, of: (cell) => surfaces.get(cell) };
}
