import { isVariantName, type VariantName } from '../../variants.ts';

/** `mwc-dialog` with its title in an attribute and the page left as it is; without; and the form to come. */
export type DialogForm = 'mwc-dialog[heading]' | 'mwc-dialog' | 'md-dialog';

/** What the chosen variants change, in terms the rest of the app understands. */
export interface Behaviour {
  /** `window.colab`. */
  globals: boolean;
  /** Editors and coloured texts as Monaco draws them, and text cells rendered wherever they are. */
  drawsLines: boolean;
  toolsService: boolean;
  insertSignature: 'options' | 'index-first' | 'add-cell';
  dialogForm: DialogForm;
  /** The page of a build of before: other dialogs, other output areas, other classes. */
  isOlder: boolean;
  isDark: boolean;
  /** `getExecutionCount` and records of runs. */
  tellsCounts: boolean;
  /** Whether code that waits for a line of text shows where to type it. */
  inputFields: boolean;
  /** Nothing can be changed or run. */
  isReadOnly: boolean;
  /** Scripts cannot bring up the runtime; a click can. */
  connectOnClickOnly: boolean;
  minimumConnectMs: number;
  askRunAnyway: boolean;
  askTerminateSessions: boolean;
  runtimeLostAtLoad: boolean;
  cannotSaveAtLoad: boolean;
  globalsDelayMs: number;
  cellsDelayMs: number;
  /** Nothing but reading, setText and the page's own controls. */
  domOnly: boolean;
  modelEvents: boolean;
  /** `kernel.execute()` and `kernelFiles`. */
  kernelExecute: boolean;
  /** `kernel.execute()` gives the status alone. */
  statusOnlyReply: boolean;
  /** A cell that a script inserts is opened as if a hand had inserted it, a moment later. */
  insertFocuses: boolean;
  /** manualExecute() wants an editor. */
  executesRenderedOnly: boolean;
  /** For how long a cell that starts shows an input field that nothing waits for. */
  stdinFlashMs: number;
  /** Another runtime type has to be confirmed once more while one is connected. */
  warnRuntimeChange: boolean;
  /** `kernel.restart` is absent; the menu has it, behind a question. */
  restartByMenuOnly: boolean;
}

export function readBehaviour(query: URLSearchParams): Behaviour {
  const chosen = new Set(readNames(query));
  const has = (name: VariantName) => chosen.has(name);
  const withoutTools: VariantName[] = [
    'no-tools-service',
    'insert-options',
    'insert-index-first',
    'add-cell',
    'dom-only',
  ];
  const slow = has('slow-boot');
  return {
    globals: !has('no-globals'),
    drawsLines: has('no-globals'),
    toolsService: !withoutTools.some(has),
    insertSignature: has('insert-index-first') ? 'index-first' : has('add-cell') ? 'add-cell' : 'options',
    dialogForm: has('md-dialog') ? 'md-dialog' : has('build-2025') ? 'mwc-dialog[heading]' : 'mwc-dialog',
    isOlder: has('build-2025'),
    isDark: has('dark'),
    tellsCounts: !has('no-counts'),
    inputFields: !has('no-input-field'),
    isReadOnly: has('read-only'),
    connectOnClickOnly: has('disconnected'),
    minimumConnectMs: has('disconnected') ? 300 : 0,
    askRunAnyway: has('run-anyway'),
    askTerminateSessions: has('too-many-sessions'),
    runtimeLostAtLoad: has('runtime-lost'),
    cannotSaveAtLoad: has('cannot-save'),
    globalsDelayMs: slow ? 3000 : 10,
    cellsDelayMs: slow ? 1000 : 10,
    domOnly: has('dom-only'),
    modelEvents: !has('no-events'),
    kernelExecute: !has('no-kernel-execute'),
    statusOnlyReply: has('status-only-reply'),
    insertFocuses: has('insert-focuses'),
    executesRenderedOnly: has('lazy-execute'),
    stdinFlashMs: has('stdin-flash') ? 150 : 0,
    warnRuntimeChange: has('runtime-warning'),
    restartByMenuOnly: has('runtime-warning'),
  };
}

function readNames(query: URLSearchParams): VariantName[] {
  const names = query
    .getAll('variant')
    .flatMap((value) => value.split(','))
    .filter((name) => name !== '');
  for (const name of names) {
    if (!isVariantName(name)) console.warn(`playground: there is no variant "${name}"`);
  }
  return names.filter(isVariantName);
}
