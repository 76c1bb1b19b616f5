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

/** A shared notebook that cannot be changed. */
export const READ_ONLY = '.notebook-content.readonly';

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
/** Takes back what was done to cells last. */
export const MENU_UNDO = '#edit-menu [command="undo"]';
export const MENU_INTERRUPT = '#runtime-menu [command="interrupt"]';
export const MENU_CLEAR_OUTPUTS = '#edit-menu [command="clear-outputs"]';
export const MENU_RUN_FOCUSED = '#runtime-menu [command="runfocused"]';

export const MENU_RESTART = '#runtime-menu [command="restart"]';
export const MENU_RUNTIME_TYPE = '#runtime-menu [command="change-runtime-type"]';

/** Only in the focused cell (live); its buttons are in its shadow root. */
export const CELL_TOOLBAR = 'colab-cell-toolbar';
export const CELL_MOVE_UP = '#button-move-cell-up';
export const CELL_MOVE_DOWN = '#button-move-cell-down';
export const CELL_EDIT_TEXT = '#button-toggle-edit-markdown';
export const CELL_DELETE = '#button-delete-cell-or-selection';

export const FOCUSED_CELL_CLASS = 'focused';
/** Not `.notebook-cell`, which the build of 2025 does not have. */
export const CELL = '.cell[id^="cell-"]';
export const TEXT_CELL = '.cell.text';
/** Also while none of it is drawn. */
export const CELL_HAS_OUTPUT_CLASS = 'code-has-output';
/** Only while the kernel is at it; a queued cell has it in its run button alone. */
export const RUNNING_CELL = '.cell.running';
export const RUNNING_CELL_CLASS = 'running';
export const SELECTED_CELLS = '.cell.selected';
/** Around the source of a cell, whether an editor is rendered or not. */
export const EDITOR = '.lazy-editor';
export const VIRTUALISED_EDITOR = '.lazy-virtualized, colab-read-only-cell-placeholder';
/** The text of a cell without an editor, coloured: a `br` ends each line, and blanks do not break (read). */
export const COLOURED_SOURCE = 'pre.monaco-colorized';
/** A rendered editor, and what it draws: lines and their numbers have their position in their style (read). */
export const LIVE_EDITOR = '.monaco-editor';
export const VIEW_LINES = '.view-lines';
export const VIEW_LINE = '.view-line';
export const LINE_MARGIN = '.margin-view-overlays > *';
export const LINE_NUMBER = '.line-numbers';
/** Where lines are folded away (read in Monaco). */
export const FOLDED_LINES =
  '.inline-folded, [class*="folding-collapsed"], [class*="folding-manual-collapsed"]';
/** What takes the keys of a rendered editor, by its age (read in Monaco); other builds have an element of their own. */
const EDITOR_INPUTS = ['.native-edit-context', 'textarea.inputarea', '[contenteditable="true"]'];

export function editorInput(editor: Element | null | undefined): Element | null {
  for (const selector of EDITOR_INPUTS) {
    const found = editor?.querySelector(selector);
    if (found) return found;
  }
  return null;
}
/** What an editor shows in its lines that is no part of the text, such as suggestions. */
export const INJECTED_TEXT = '[class*="ghost-text"], [class*="inlay-hint"], [class*="injected-text"]';
/** `notebook-python` */
export const LANGUAGE = '[data-lang^="notebook-"], [data-mode-id^="notebook-"]';
const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-mode-id'];

export function languageOf(element: Element | null): string | null {
  const told = LANGUAGE_ATTRIBUTES.map((name) => element?.getAttribute(name));
  return told.find((value) => value?.startsWith('notebook-')) ?? null;
}

/** Of a text cell: what it shows, and whether it shows its editor instead (read). */
export const RENDERED_TEXT = '.markdown';
export const EDITED_CELL_CLASS = 'edit';
export const CODE_CELL_CLASS = 'code';
/** What takes the keys of an editor. */
export const TEXT_INPUT = 'textarea, input, [contenteditable="true"]';
export const OUTPUT = '.output';

/** Each output, in the page or in a frame; what lies in another one is a part of it (read). */
export const SHOWN_OUTPUT = '[class*="output-id-"], iframe';
export const OUTPUT_FRAME = 'iframe';
export const STREAM_OUTPUT = '.stream';
export const STDERR_OUTPUT = '.output_stderr, .stderr';
export const ERROR_OUTPUT = '.error, .output-error, .output_error';
export const RESULT_OUTPUT = '.execute_result, .pyout';

/** Text cells have one too, for the section below them (read): it does not tell that a cell is code. */
export const RUN_BUTTON = 'colab-run-button';
/** In the run button's shadow root. */
export const RUN_BUTTON_PRESS = '#run-button';
/** `[11]`, or `[ ]` before the first run (read). In the run button's shadow root, too. */
export const EXECUTION_COUNT = '.execution-count';
/** In the run button's shadow root; its class tells pending, running and error (live). */
export const RUN_STATE = '.cell-execution';
const RUN_STATE_CLASS = 'cell-execution';
/** It has ended, and failed. */
export const FAILED_RUN = '.cell-execution.error:not(.running):not(.pending)';

/** What the class of that element says; null for a class of another element. */
export function readRunState(className: string | null | undefined): RunState | null {
  const classes = className?.split(/\s+/) ?? [];
  if (!classes.includes(RUN_STATE_CLASS)) return null;
  return { running: classes.includes('running'), pending: classes.includes('pending') };
}

export const CONNECT_BUTTON = 'colab-connect-button';
export const CONNECT_ICON = '#connect-icon';
export const CONNECT_OKAY_CLASS = 'icon-okay';
/** It need not be the one of above while nothing is connected. */
export const CONNECT_ICONS = `${CONNECT_ICON}, md-icon`;
/** The name of its icon while a runtime is being looked for (live); names of icons are not translated. */
export const CONNECTING_ICON = 'more_horiz';
/** RAM and disk gauges. As the icon, there only while connected; a build hid it instead. */
export const CONNECT_RESOURCES = '#connect-button-resource-display:not([hidden])';

/** In the connect button's shadow root; a click() on the host works (live). */
export const CONNECT_PRESS = '#connect';

/** Where a cell waits for a line of text; inside its output (read in saved pages). */
export const INPUT_FIELD = 'input.stdin-widget';

/** Their text is the name of the icon, which a font draws (read). */
export const ICON = 'md-icon, mwc-icon, .material-icons, .google-symbols';
export const NOT_SHOWN = 'script, style, template';

/** A message that stays: the only sign of a crash (read). In the snackbar's shadow root. */
export const SNACKBAR = 'colab-snackbar';
export const SNACKBAR_SHOWN = '.mdc-snackbar--open .mdc-snackbar__label';

export const NOTEBOOK_NAME = 'input#doc-name';
/** What follows the name in the title of the page. */
const TITLE_SUFFIX = / [-–—] (?:Google )?Colab(?:oratory)?$/;

export function nameInTitle(title: string): string {
  return title.replace(TITLE_SUFFIX, '');
}

/** Old and coming form of Colab's dialogs, open or about to be gone. */
export const DIALOG = 'mwc-dialog, md-dialog';
/** The open host of the old form has no layout box. */
export const OPEN_DIALOG = 'mwc-dialog[open], md-dialog[open]';
/**
 * While a dialog is open, every other child of the body is inert: then there is one, whatever its element is called
 * (read in saved pages).
 */
export const INERT_NOTEBOOK = '.notebook-vertical[inert]';
/** Children of the body that are never a dialog which waits for the user: comments, hints, messages (read). */
export const NO_DIALOG = 'dialog.doc-comments-area, colab-callout, colab-snackbar, [role="tooltip"]';
export const DIALOG_TITLE = '[slot="headline"], [slot="heading"]';
/** In the shadow root: the old form has its title nowhere else (read). */
export const DIALOG_SHADOW_TITLE = '#title';
export const DIALOG_LABELLED = '[role="alertdialog"][aria-label], [role="dialog"][aria-label]';
export const HEADING = 'h1, h2, h3, [role="heading"]';
export const DIALOG_BUTTON =
  '[dialogaction], [slot="primaryAction"], [slot="secondaryAction"], md-text-button, md-filled-button, ' +
  'md-filled-tonal-button, md-outlined-button, mwc-button, button';
/** The choice of hardware (live); its radio buttons are in shadow roots inside it. */
export const RUNTIME_TYPE_DIALOG =
  'mwc-dialog.change-runtime-type[open], md-dialog.change-runtime-type[open]';
export const ACCELERATOR_CHOICE =
  'input[name="accelerator"], mwc-radio[name="accelerator"], md-radio[name="accelerator"], ' +
  'select[name="accelerator"] option, #accelerator option';
export const DIALOG_OK = '[dialogaction="ok"], [value="ok"]';
export const DIALOG_CANCEL = '[dialogaction="cancel"], [value="cancel"], [dialogaction="close"]';
/** The file picker: the user opened it, and nothing waits for it. */
export const HARMLESS_DIALOG = '.colab-open-dialog';

/** What the id of a cell's element begins with. */
export const CELL_ELEMENT_ID = 'cell-';

export function cellSelector(id: string): string {
  return `#${CSS.escape(CELL_ELEMENT_ID + id)}`;
}

/** The id of the cell that an element shows. */
export function cellIdOf({ id }: Element): string {
  return id.startsWith(CELL_ELEMENT_ID) ? id.slice(CELL_ELEMENT_ID.length) : id;
}
