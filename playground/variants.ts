/**
 * The faces the playground can put on, chosen by `?variant=NAME[,NAME…]`. Colab's private surface is not
 * documented and differs between builds, so each variant stands for one thing a client may meet.
 */
export const VARIANTS = {
  default: 'everything present, as in saved pages of 2026; the runtime connects on the first run',
  'build-2025':
    'as pages of before: dialogs with a heading and no inert page, every output for itself, cells without .notebook-cell',
  'no-tools-service': 'the in-page tools service is absent',
  'insert-options': 'insertCell(type, {after, index}) is the only way to insert; no tools service',
  'insert-index-first': 'insertCell(index, type) is the only way to insert; no tools service',
  'add-cell': 'addCell(type, {cellIndex}) is the only way to insert; no tools service',
  'md-dialog': 'dialogs are md-dialog[open] with a form instead of mwc-dialog[open]',
  'run-anyway': 'the first run asks "not authored by Google"; both buttons are disabled for one second',
  disconnected: 'no runtime at load; programmatic runs do nothing, only a click on a run button connects',
  'runtime-lost': 'a "Runtime disconnected" dialog is open at load and blocks runs',
  'cannot-save': 'a "Cannot save changes" dialog is open at load',
  'too-many-sessions': 'the first run asks to terminate other sessions',
  'slow-boot': 'globals appear after about three seconds, cells one second later',
  'dom-only':
    'reading and setText work; inserting, deleting, moving and running only through the page itself',
  'insert-focuses':
    'whatever a script inserts takes the focus, is scrolled to and opens its editor a moment later',
  'lazy-execute': 'manualExecute() does nothing on a cell whose editor is not rendered',
  'no-kernel-execute': 'the kernel runs nothing but cells, and there are no files of the runtime',
  'status-only-reply': "the answer of the kernel's execute() says how it ended, and nothing else",
  'stdin-flash': 'every run shows an input field for a moment, as quiet shell commands do',
  'runtime-warning': 'a restart, and another runtime type while one is connected, is confirmed in a dialog',
  'no-counts': 'cells tell neither how often they ran nor when; only the run button shows the count',
  'no-input-field': 'code that waits for a line of text shows no field to type it in',
  'read-only': 'a shared notebook that cannot be changed: no control and no method has an effect on it',
  dark: 'the dark theme',
  'no-globals':
    'window.colab is absent: there is nothing but the page, whose texts are drawn line by line as Monaco draws them',
  'no-events': 'models have no listen or listenOnce; only class changes tell that a run ended',
} as const;

export type VariantName = keyof typeof VARIANTS;

export function isVariantName(name: string): name is VariantName {
  return Object.hasOwn(VARIANTS, name);
}
