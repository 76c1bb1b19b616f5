const KEY_EVENTS = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Keys that are pressed within our controls stay there: Colab listens for single keys before anybody else, and would
 * run a cell at an Enter that was meant for a button. What the browser itself does with a key is not touched.
 */
export function keepKeys(host: HTMLElement, signal: AbortSignal): void {
  for (const type of KEY_EVENTS) {
    window.addEventListener(
      type,
      (event) => {
        if (event.target === host) event.stopImmediatePropagation();
      },
      { capture: true, signal },
    );
  }
}
