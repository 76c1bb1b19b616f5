import type { ColabPage } from './surface/page.ts';

/** Typing changes the page with every letter: one word about it is enough. */
const QUIET_MS = 300;

/** Calls `listener` after cells were added, removed, moved, edited or run. */
export function watchChanges(page: ColabPage, listener: () => void): () => void {
  const list = page.cellList;
  if (!list || typeof MutationObserver === 'undefined') return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, QUIET_MS);
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
    clearTimeout(timer);
  };
}
