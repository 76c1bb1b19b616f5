/** A page that takes the question away again and again is not argued with for ever. */
const MOST_SHOWS = 10;

interface Events {
  /** Each time it has been put before the user. */
  shown: () => void;
  /** The page does not let it stand. */
  givenUp: () => void;
}

/**
 * Puts an element into the top layer and back there when the page removes, moves or hides it.
 * Throws when it cannot be shown at all. The result takes it away for good.
 */
export function keepShown(host: HTMLElement, { shown, givenUp }: Events): () => void {
  let shows = 0;
  const observer = new MutationObserver(() => check());

  const end = (): void => {
    observer.disconnect();
    host.removeEventListener('toggle', check);
    host.remove();
  };

  const show = (root: Element): void => {
    shows += 1;
    // The page can take the attribute away too.
    host.popover = 'manual';
    root.append(host);
    host.showPopover();
    observer.disconnect();
    observer.observe(document, { childList: true });
    observer.observe(root, { childList: true });
    shown();
  };

  const check = (): void => {
    // At document_start there may be no body yet, but a root. There is none while the document is written anew.
    const root = document.firstElementChild;
    if (!root || (host.parentNode === root && host.matches(':popover-open'))) return;
    try {
      if (shows === MOST_SHOWS) throw new Error('The page does not let the question stand.');
      show(root);
    } catch {
      end();
      givenUp();
    }
  };

  host.addEventListener('toggle', check);
  try {
    show(document.documentElement);
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
