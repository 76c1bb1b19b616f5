import { clock, type Timer } from '../clock/clock.ts';
import type { ColabPage } from './surface/page.ts';

/** Typing changes the page with every letter: one word about it is enough. */
const QUIET_MS = 300;

/** Calls `listener` after cells were added, removed, moved, edited or run. */
export function watchChanges(page: ColabPage, listener: () => void): () => void {
  const list = page.cellList;
  if (!list || typeof MutationObserver === 'undefined') return () => {};
  let timer: Timer | undefined;
  const observer = new MutationObserver(() => {
    timer ??= clock.after(QUIET_MS, () => {
      timer = undefined;
      listener();
    });
  });
  observer.observe(list, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class'],
  });
  return () => {
    observer.disconnect();
    clock.clear(timer);
  };
}
