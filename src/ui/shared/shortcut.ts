/** A letter or `Enter`, each with Alt and Shift: Colab and browsers leave those alone. */
export type ShortcutKey = 'a' | 'p' | 's' | 'Enter';

/** A person pressed it: once, and with nothing else. */
export function isShortcut(event: KeyboardEvent, key: ShortcutKey): boolean {
  if (!event.isTrusted || event.repeat) return false;
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return false;
  if (key === 'Enter') return event.key === 'Enter';
  // A Mac's Option key makes another character of a letter, and not every keyboard has Latin ones: then the place counts.
  return /^[a-z]$/i.test(event.key)
    ? event.key.toLowerCase() === key
    : event.code === `Key${key.toUpperCase()}`;
}

/** For `aria-keyshortcuts`, and for people on most computers. */
export const shortcutWords = (key: ShortcutKey): string =>
  `Alt+Shift+${key.length === 1 ? key.toUpperCase() : key}`;
