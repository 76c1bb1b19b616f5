/**
 * Every selector we use, as in the saved pages of March 2026 and unchanged in drivers of August 2026.
 * Ids, `command` attributes and classes only: labels are translated. All of Colab's shadow roots are
 * open; cells, editors and outputs are in the light DOM, controls are behind shadow roots.
 */

/** What the page shows of a cell's run. */
export interface RunState {
  running: boolean;
  pending: boolean;
}

export const CELL_LIST = '.notebook-cell-list';

/** What scrolls. Its element has had two names, its id one. */
export const NOTEBOOK_AREA = '#notebook-main';

/** The row above the first cell; the rows between cells have their buttons only under the pointer. */
export const TOP_ADD_CODE = '.notebook-content > .add-cell .add-code';
export const TOP_ADD_TEXT = '.notebook-content > .add-cell .add-text';

/** Inserts below the focused cell; a plain click() on the host works (live). */
export const TOOLBAR_ADD_CODE = '#toolbar-add-code';
export const TOOLBAR_ADD_TEXT = '#toolbar-add-text';

/** Closure menu items; they act on mousedown and mouseup and ignore click() (live). */
export const MENU_ADD_CODE = '#insert-menu [command="insert-cell-below"]';
export const MENU_ADD_TEXT = '#insert-menu [command="add-text"]';
export const MENU_DELETE = '#edit-menu [command="delete-cell-or-selection"]';
export const MENU_INTERRUPT = '#runtime-menu [command="interrupt"]';
export const MENU_CLEAR_OUTPUTS = '#edit-menu [command="clear-outputs"]';
export const MENU_RUN_FOCUSED = '#runtime-menu [command="runfocused"]';

/** Only in the focused cell (live); its buttons are in its shadow root. */
export const CELL_TOOLBAR = 'colab-cell-toolbar';
export const CELL_MOVE_UP = '#button-move-cell-up';
export const CELL_MOVE_DOWN = '#button-move-cell-down';
export const CELL_DELETE = '#button-delete-cell-or-selection';

export const FOCUSED_CELL_CLASS = 'focused';
/** Not `.notebook-cell`, which the build of 2025 does not have. */
export const CELL = '.cell[id^="cell-"]';
export const TEXT_CELL = '.cell.text';
/** Only while the kernel is at it; a queued cell has it in its run button alone. */
export const RUNNING_CELL = '.cell.running';
export const SELECTED_CELLS = '.cell.selected';
/** Around the source of a cell, whether an editor is rendered or not. */
export const EDITOR = '.lazy-editor';
export const VIRTUALISED_EDITOR = '.lazy-virtualized';
/** What takes the keys of an editor. */
export const TEXT_INPUT = 'textarea, input, [contenteditable="true"]';
export const OUTPUT = '.output';

export const RUN_BUTTON = 'colab-run-button';
/** In the run button's shadow root; its class tells pending, running and error (live). */
export const RUN_STATE = '.cell-execution';
const RUN_STATE_CLASS = 'cell-execution';

/** What the class of that element says; null for a class of another element. */
export function readRunState(className: string | null | undefined): RunState | null {
  const classes = className?.split(/\s+/) ?? [];
  if (!classes.includes(RUN_STATE_CLASS)) return null;
  return { running: classes.includes('running'), pending: classes.includes('pending') };
}

export const CONNECT_BUTTON = 'colab-connect-button';
export const CONNECT_ICON = '#connect-icon';
export const CONNECT_OKAY_CLASS = 'icon-okay';
/** RAM and disk gauges: only there while connected. */
export const CONNECT_RESOURCES = '#connect-button-resource-display:not([hidden])';

export const NOTEBOOK_NAME = 'input#doc-name';

/** Old and coming form of Colab's dialogs; the open host of the old one has no layout box. */
export const OPEN_DIALOG = 'mwc-dialog[open], md-dialog[open]';
export const DIALOG_TITLE = '[slot="headline"], [slot="heading"]';
export const DIALOG_SHADOW_TITLE = '#title';
export const DIALOG_BUTTON =
  '[dialogaction], [slot="primaryAction"], [slot="secondaryAction"], md-text-button, md-filled-button, ' +
  'md-filled-tonal-button, md-outlined-button, mwc-button, button';
/** The file picker: the user opened it, and nothing waits for it. */
export const HARMLESS_DIALOG = '.colab-open-dialog';

const CELL_ELEMENT_ID = 'cell-';

export function cellSelector(id: string): string {
  return `#${CSS.escape(CELL_ELEMENT_ID + id)}`;
}

/** The id of the cell that an element shows. */
export function cellIdOf({ id }: Element): string {
  return id.startsWith(CELL_ELEMENT_ID) ? id.slice(CELL_ELEMENT_ID.length) : id;
}
