import { isAskingConsent } from '../consent/ask-consent.ts';
import type { ShortcutKey } from '../shared/shortcut.ts';
import { isShortcut } from '../shared/shortcut.ts';

const KEYS: readonly ShortcutKey[] = ['p', 's', 'a', 'Enter'];

/** Keys that work wherever the focus is, as long as agents are here. Before the page: an editor would write them. */
export function listenForKeys(acts: Record<ShortcutKey, (event: KeyboardEvent) => void>): () => void {
  const listen = (event: KeyboardEvent): void => {
    const key = KEYS.find((one) => isShortcut(event, one));
    // The question whether an agent may come at all has the same key, and goes first.
    if (!key || (key === 'a' && isAskingConsent())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    acts[key](event);
  };
  window.addEventListener('keydown', listen, true);
  return () => window.removeEventListener('keydown', listen, true);
}
