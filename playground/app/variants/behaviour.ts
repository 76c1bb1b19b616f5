import { isVariantName, type VariantName } from '../../variants.ts';

/** What the chosen variants change, in terms the rest of the app understands. */
export interface Behaviour {
  toolsService: boolean;
  insertSignature: 'options' | 'index-first' | 'add-cell';
  dialogElement: 'mwc-dialog' | 'md-dialog';
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
  /** A cell that a script inserts is opened as if a hand had inserted it, a moment later. */
  insertFocuses: boolean;
  /** manualExecute() wants an editor. */
  executesRenderedOnly: boolean;
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
    toolsService: !withoutTools.some(has),
    insertSignature: has('insert-index-first') ? 'index-first' : has('add-cell') ? 'add-cell' : 'options',
    dialogElement: has('md-dialog') ? 'md-dialog' : 'mwc-dialog',
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
    insertFocuses: has('insert-focuses'),
    executesRenderedOnly: has('lazy-execute'),
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
