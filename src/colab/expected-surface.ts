import type { CanaryOperation } from '../notebook/inspection.ts';
import type * as members from './surface/members.ts';
import * as select from './surface/selectors.ts';
import type { ServiceToolName } from './surface/tools-service.ts';

/**
 * What is expected of Colab's page, and what each piece is for: every member of `surface/members.ts` and every selector
 * of `surface/selectors.ts`, which the compiler sees to. A page is held against it by `canary/probe-surface.ts`, and
 * what differs is named. When Colab changes, this is the list to go through: docs/when-colab-changes.md.
 */

/** What must be so on the page for a piece to be there. `spare`: we use it where it is, and do not miss it where not. */
export type Condition =
  | 'always'
  | 'connected'
  | 'code cell'
  | 'text cell'
  | 'focused code cell'
  | 'focused text cell'
  | 'virtualised cell'
  | 'running cell'
  | 'shown output'
  | 'input field'
  | 'runtime dialog'
  | 'spare';

type Kind = 'object' | 'function' | 'text' | 'list';

/** Hands: that the user's focus, caret, selection and scroll stay. Dialogs: that what the page asks is told. */
export type Need = CanaryOperation | 'hands' | 'dialogs' | 'everything';

export interface ExpectedMember {
  kind: Kind;
  when: Condition;
  for: readonly Need[];
}

export interface ExpectedSelector {
  when: Condition;
  for: readonly Need[];
  /** In the shadow root of what this one selects. */
  in?: SelectorName;
  /** Where the constant is a class or the like, and no selector. */
  selector?: string;
}

const member = (kind: Kind, when: Condition, ...needs: Need[]): ExpectedMember => ({
  kind,
  when,
  for: needs,
});
const always = (kind: Kind, ...needs: Need[]): ExpectedMember => member(kind, 'always', ...needs);
const spare = (kind: Kind, ...needs: Need[]): ExpectedMember => member(kind, 'spare', ...needs);

type MembersOf<Owner> = Readonly<Record<keyof Owner, ExpectedMember>>;

/** By the object that has them. */
export interface ExpectedMembers {
  window: MembersOf<members.ColabWindow>;
  'window.colab': MembersOf<members.ColabRoot>;
  'colab.global': MembersOf<members.ColabGlobal>;
  notebook: MembersOf<members.NotebookView>;
  cell: MembersOf<members.CellView>;
  'cell.model': MembersOf<members.CellModel>;
  'cell.model.textModel': MembersOf<members.TextModel>;
  notebookModel: MembersOf<members.NotebookModel>;
  kernel: MembersOf<members.ColabKernel>;
  kernelFiles: MembersOf<members.KernelFiles>;
  colabMcpToolsService: MembersOf<members.ToolsService>;
}

export const EXPECTED_MEMBERS: ExpectedMembers = {
  window: {
    colab: always('object', 'everything'),
    colabVersionTag: always('text', 'everything'),
    monaco: spare('object', 'hands'),
  },
  'window.colab': { global: always('object', 'everything') },
  'colab.global': {
    notebook: always('object', 'everything'),
    notebookModel: always('object', 'read', 'delete', 'notebook_name'),
  },
  notebook: {
    cells: always('list', 'everything'),
    notebookModel: spare('object', 'notebook_name'),
    getNotebookModel: spare('function', 'notebook_name'),
    focusCell: always('function', 'insert', 'move', 'delete', 'run'),
    focusedCell: spare('object', 'hands'),
    insertCell: always('function', 'insert'),
    addCell: spare('function', 'insert'),
    removeCells: always('function', 'delete'),
    moveCell: always('function', 'move'),
    isExecuting: always('function', 'runtime_state'),
    interrupt: spare('function', 'interrupt'),
    clearAllOutputs: spare('function', 'clear_outputs'),
    attemptAutoconnect: always('function', 'connect'),
    connectToKernel: always('function', 'connect', 'execute_code'),
    kernel: always('object', 'runtime_state', 'execute_code', 'restart'),
    getKernel: spare('function', 'runtime_state'),
    kernelFiles: member('object', 'connected', 'execute_code', 'put_file'),
    colabMcpToolsService: always('object', 'insert', 'replace', 'move', 'delete', 'run', 'read_outputs'),
  },
  cell: {
    getId: member('function', 'code cell', 'everything'),
    cellId: spare('text', 'everything'),
    getCellId: spare('function', 'everything'),
    getType: member('function', 'code cell', 'read'),
    getText: member('function', 'code cell', 'read'),
    setText: member('function', 'code cell', 'replace'),
    getElement: member('function', 'code cell', 'hands', 'run'),
    element_: spare('object', 'hands', 'run'),
    isFocused: member('function', 'code cell', 'insert', 'move', 'delete', 'run'),
    setFocused: spare('function', 'insert', 'move', 'delete', 'run'),
    enterCell: spare('function', 'hands'),
    isRunning: member('function', 'code cell', 'run', 'interrupt'),
    isPending: member('function', 'code cell', 'run'),
    getExecutionCount: member('function', 'code cell', 'run', 'read'),
    runButton: member('object', 'code cell', 'run', 'interrupt', 'run_end_event'),
    manualExecute: member('function', 'code cell', 'run'),
    executeCellCommand: member('function', 'code cell', 'run'),
    model: member('object', 'code cell', 'read', 'replace', 'read_outputs'),
  },
  'cell.model': {
    id: member('text', 'code cell', 'everything'),
    type: member('text', 'code cell', 'read'),
    textModel: member('object', 'code cell', 'read', 'replace'),
    setText: member('function', 'code cell', 'replace'),
    metadata: member('object', 'code cell', 'run'),
    toJson: member('function', 'code cell', 'read_outputs'),
    outputs: member('object', 'code cell', 'read_outputs'),
    removeOutputs: member('function', 'code cell', 'clear_outputs'),
    listenOnce: member('function', 'code cell', 'run_end_event'),
  },
  'cell.model.textModel': {
    getValue: member('function', 'code cell', 'read'),
    setValue: member('function', 'code cell', 'replace'),
    getOffsetAt: spare('function', 'hands'),
    getPositionAt: spare('function', 'hands'),
  },
  notebookModel: {
    cells: always('list', 'read'),
    fileId: spare('object', 'notebook_name'),
    getFileId: spare('function', 'notebook_name'),
    getTitle: always('function', 'notebook_name'),
    metadata: spare('object', 'notebook_name'),
    deleteCells: spare('function', 'delete'),
    getAccelerator: always('function', 'accelerator'),
    getAcceleratorModel: always('function', 'accelerator'),
    getSyntaxLanguage: always('function', 'runtime_state'),
    getKernelSpec: spare('function', 'runtime_state'),
    saveable: always('function', 'notebook_name'),
  },
  kernel: {
    isConnected: always('function', 'runtime_state', 'connect'),
    getState: always('function', 'runtime_state', 'connect'),
    state: spare('text', 'runtime_state'),
    execute: always('function', 'execute_code'),
    restart: always('function', 'restart'),
    connection: always('object', 'restart', 'execute_code'),
  },
  kernelFiles: {
    getFile: member('function', 'connected', 'execute_code'),
    write: member('function', 'connected', 'execute_code', 'put_file'),
  },
  colabMcpToolsService: {
    tools: always('list', 'insert', 'replace', 'move', 'delete', 'run', 'read_outputs'),
  },
};

export const EXPECTED_TOOLS: Readonly<Record<ServiceToolName, readonly Need[]>> = {
  add_code_cell: ['insert'],
  add_text_cell: ['insert'],
  delete_cell: ['delete'],
  get_cells: ['read_outputs'],
  move_cell: ['move'],
  run_code_cell: ['run'],
  update_cell: ['replace'],
};

export type SelectorName = {
  [Name in keyof typeof select]: (typeof select)[Name] extends string ? Name : never;
}[keyof typeof select];

/** By name. */
export const SELECTORS: Readonly<Record<SelectorName, string>> = { ...select };

const find = (when: Condition, ...needs: Need[]): ExpectedSelector => ({ when, for: needs });
const inside = (host: SelectorName, when: Condition, ...needs: Need[]): ExpectedSelector => ({
  when,
  for: needs,
  in: host,
});
const cellClass = (name: string, when: Condition, ...needs: Need[]): ExpectedSelector => ({
  when,
  for: needs,
  selector: `.cell.${name}`,
});

export const EXPECTED_SELECTORS: Readonly<Record<SelectorName, ExpectedSelector>> = {
  CELL_LIST: find('always', 'everything'),
  READ_ONLY: find('spare', 'everything'),
  NOTEBOOK_AREA: find('always', 'hands'),
  TOP_ADD_CODE: find('always', 'insert'),
  TOP_ADD_TEXT: find('always', 'insert'),
  TOOLBAR_ADD_CODE: find('always', 'insert'),
  TOOLBAR_ADD_TEXT: find('always', 'insert'),
  MENU_ADD_CODE: find('always', 'insert'),
  MENU_ADD_TEXT: find('always', 'insert'),
  MENU_DELETE: find('always', 'delete'),
  MENU_UNDO: find('always', 'execute_code'),
  MENU_INTERRUPT: find('always', 'interrupt'),
  MENU_CLEAR_OUTPUTS: find('always', 'clear_outputs'),
  MENU_RUN_FOCUSED: find('always', 'run'),
  MENU_RESTART: find('always', 'restart'),
  MENU_RUNTIME_TYPE: find('always', 'accelerator'),

  CELL_TOOLBAR: find('focused code cell', 'move', 'delete', 'replace'),
  CELL_MOVE_UP: inside('CELL_TOOLBAR', 'focused code cell', 'move'),
  CELL_MOVE_DOWN: inside('CELL_TOOLBAR', 'focused code cell', 'move'),
  CELL_DELETE: inside('CELL_TOOLBAR', 'focused code cell', 'delete'),
  CELL_EDIT_TEXT: inside('CELL_TOOLBAR', 'focused text cell', 'replace'),
  FOCUSED_CELL_CLASS: cellClass(select.FOCUSED_CELL_CLASS, 'focused code cell', 'hands', 'insert', 'delete'),
  CELL: find('code cell', 'everything'),
  TEXT_CELL: find('text cell', 'read'),
  CODE_CELL_CLASS: cellClass(select.CODE_CELL_CLASS, 'code cell', 'read'),
  RUNNING_CELL: find('running cell', 'runtime_state', 'run'),
  RUNNING_CELL_CLASS: cellClass(select.RUNNING_CELL_CLASS, 'running cell', 'runtime_state', 'run'),
  SELECTED_CELLS: find('spare', 'delete'),
  EDITOR: find('code cell', 'read', 'hands'),
  VIRTUALISED_EDITOR: find('virtualised cell', 'run', 'read'),
  COLOURED_SOURCE: find('virtualised cell', 'read'),
  LIVE_EDITOR: find('spare', 'read', 'replace', 'hands'),
  VIEW_LINES: find('spare', 'read'),
  VIEW_LINE: find('spare', 'read'),
  LINE_MARGIN: find('spare', 'read'),
  LINE_NUMBER: find('spare', 'read'),
  FOLDED_LINES: find('spare', 'read'),
  INJECTED_TEXT: find('spare', 'read'),
  LANGUAGE: find('spare', 'runtime_state'),
  RENDERED_TEXT: find('text cell', 'read'),
  EDITED_CELL_CLASS: cellClass(select.EDITED_CELL_CLASS, 'spare', 'replace'),
  TEXT_INPUT: find('spare', 'hands'),

  CELL_HAS_OUTPUT_CLASS: cellClass(select.CELL_HAS_OUTPUT_CLASS, 'spare', 'read_outputs'),
  OUTPUT: find('shown output', 'read_outputs'),
  SHOWN_OUTPUT: find('shown output', 'read_outputs'),
  OUTPUT_FRAME: find('spare', 'read_outputs'),
  STREAM_OUTPUT: find('shown output', 'read_outputs'),
  STDERR_OUTPUT: find('spare', 'read_outputs'),
  ERROR_OUTPUT: find('spare', 'read_outputs'),
  RESULT_OUTPUT: find('spare', 'read_outputs'),

  RUN_BUTTON: find('code cell', 'run', 'interrupt'),
  RUN_BUTTON_PRESS: inside('RUN_BUTTON', 'code cell', 'run'),
  EXECUTION_COUNT: inside('RUN_BUTTON', 'shown output', 'run'),
  RUN_STATE: inside('RUN_BUTTON', 'code cell', 'run', 'run_end_event'),
  FAILED_RUN: inside('RUN_BUTTON', 'spare', 'run'),

  CONNECT_BUTTON: find('always', 'connect', 'runtime_state'),
  CONNECT_PRESS: inside('CONNECT_BUTTON', 'always', 'connect'),
  CONNECT_ICON: inside('CONNECT_BUTTON', 'connected', 'runtime_state'),
  CONNECT_OKAY_CLASS: {
    ...inside('CONNECT_BUTTON', 'connected', 'runtime_state'),
    selector: `.${select.CONNECT_OKAY_CLASS}`,
  },
  CONNECT_ICONS: inside('CONNECT_BUTTON', 'spare', 'runtime_state'),
  CONNECTING_ICON: { ...inside('CONNECT_BUTTON', 'spare', 'runtime_state'), selector: select.CONNECT_ICON },
  CONNECT_RESOURCES: inside('CONNECT_BUTTON', 'connected', 'runtime_state'),

  INPUT_FIELD: find('input field', 'answer_input'),
  ICON: find('spare', 'dialogs'),
  NOT_SHOWN: find('spare', 'dialogs'),
  SNACKBAR: find('spare', 'runtime_state'),
  SNACKBAR_SHOWN: inside('SNACKBAR', 'spare', 'runtime_state'),
  NOTEBOOK_NAME: find('always', 'notebook_name'),

  DIALOG: find('runtime dialog', 'dialogs'),
  OPEN_DIALOG: find('runtime dialog', 'dialogs'),
  INERT_NOTEBOOK: find('spare', 'dialogs'),
  NO_DIALOG: find('spare', 'dialogs'),
  DIALOG_TITLE: find('spare', 'dialogs'),
  DIALOG_SHADOW_TITLE: inside('DIALOG', 'spare', 'dialogs'),
  DIALOG_LABELLED: inside('DIALOG', 'spare', 'dialogs'),
  HEADING: find('spare', 'dialogs'),
  DIALOG_BUTTON: find('runtime dialog', 'dialogs'),
  RUNTIME_TYPE_DIALOG: find('runtime dialog', 'accelerator'),
  ACCELERATOR_CHOICE: find('spare', 'accelerator'),
  DIALOG_OK: find('runtime dialog', 'accelerator'),
  DIALOG_CANCEL: find('runtime dialog', 'accelerator'),
  HARMLESS_DIALOG: find('spare', 'dialogs'),
  CELL_ELEMENT_ID: {
    ...find('code cell', 'everything'),
    selector: `[id^="${select.CELL_ELEMENT_ID}"]`,
  },
};
