import { useLayoutEffect } from 'preact/hooks';

/** What focus goes to when the focused element has gone with its card: named by the region that it was in. */
const HOME = 'data-focus-home';

/** Focus must not fall out of the page because a list has changed. Not to the next card: Enter would answer that. */
export function useKeptFocus(): void {
  const home = document.activeElement?.closest(`[${HOME}]`)?.getAttribute(HOME) ?? null;
  useLayoutEffect(() => {
    if (home === null || (document.activeElement !== null && document.activeElement !== document.body))
      return;
    const next = document.getElementById(home) ?? document.getElementById('state');
    next?.focus({ preventScroll: true });
  });
}
