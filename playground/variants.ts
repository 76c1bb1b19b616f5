/**
 * The faces the playground can put on, chosen by `?variant=NAME[,NAME…]`. Colab's private surface is not
 * documented and differs between builds, so each variant stands for one thing a client may meet.
 */
export const VARIANTS = {
  default: 'everything present; the runtime connects on the first run',
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
  'no-events': 'models have no listen or listenOnce; only class changes tell that a run ended',
} as const;

export type VariantName = keyof typeof VARIANTS;

export function isVariantName(name: string): name is VariantName {
  return Object.hasOwn(VARIANTS, name);
}
