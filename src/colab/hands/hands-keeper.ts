import { clock, type Timer } from '../../clock/clock.ts';
import { FOLLOW_EVENT } from '../../wire/follow-event.ts';
import { isFocusLent, onFocusReturned } from '../focus.ts';
import type { ColabPage } from '../surface/page.ts';
import { HumanInput } from './human-input.ts';
import { mapCaret } from './map-caret.ts';
import { isInPlace, restorePlace } from './restore-place.ts';
import { requireNotTyping } from './typing.ts';
import { readPlace, textOf, type UsersPlace } from './users-place.ts';
import { ViewAnchor } from './view-anchor.ts';

/** Pages focus and scroll to a new cell some time after it is there, when the change has long been seen to be done. */
const LINGER_MS = 1000;
/** A page that takes the focus back at once, again and again, such as one with an open dialog, is let have it. */
const PATIENCE = 10;
/** A smooth scroll to where an agent works takes up to this long. */
const FOLLOW_MS = 1000;
const AT_ONCE_MS = 3;

/** What is being done to the notebook, as far as it may touch what the user has before him. */
export interface Handling {
  /** This cell is moved or deleted: where it goes, the user's view does not follow. */
  moves?: string;
  /** This cell gets this text. */
  replaces?: { cellId: string; source: string };
}

export type HandsOff = <T>(work: () => Promise<T>, handling?: Handling) => Promise<T>;

/**
 * Keeps the user's focus, caret, selection, selected cell and view as they are while something is done to the
 * notebook, however the page does it. Whatever the page changes of them by itself is put back in the same task, and
 * scrolling before it is drawn; what the user does meanwhile counts. Idle it costs nothing.
 */
export class HandsKeeper {
  readonly #input: HumanInput;
  readonly #page: ColabPage;
  readonly #document: Document;
  readonly #observer = new MutationObserver((records) => this.#onMutation(records));
  readonly #sizes = new ResizeObserver(() => this.#keepView());
  readonly #moved = new Set<Element>();
  readonly #stops: Array<() => void> = [];
  #holders = 0;
  #timer: Timer | undefined;
  #place: UsersPlace | null = null;
  #replaces: Handling['replaces'] | null = null;
  #anchor: ViewAnchor | null = null;
  #isRestoring = false;
  #checkQueued = false;
  /** The page took the focus, and may have scrolled to where it put it. */
  #followsUntil = 0;
  #isViewTaken = false;
  #patience = PATIENCE;
  #restoredAt = 0;

  constructor(page: ColabPage, document: Document, input: HumanInput) {
    this.#page = page;
    this.#document = document;
    this.#input = input;
    onFocusReturned(page, () => this.#check());
  }

  async keep<T>(work: () => Promise<T>, { moves, replaces }: Handling = {}): Promise<T> {
    this.#begin();
    const movedElement = moves === undefined ? null : (this.#page.find(moves)?.element ?? null);
    if (movedElement) this.#moved.add(movedElement);
    if (replaces) this.#replaces = replaces;
    try {
      return await work();
    } finally {
      this.#check();
      // A run may begin or end meanwhile: one change at a time replaces a text.
      if (replaces) this.#replaces = null;
      this.#end();
    }
  }

  /** Fails with `conflict` where the user is at it. */
  requireFree(cellId: string): void {
    requireNotTyping(this.#page, this.#document, this.#input, cellId);
  }

  #begin(): void {
    this.#holders++;
    clock.clear(this.#timer);
    if (this.#place) return;
    this.#place = readPlace(this.#page, this.#document);
    this.#readAnchor();
    const list = this.#page.cellList;
    if (list) {
      this.#observer.observe(list, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['class'],
      });
      this.#sizes.observe(list);
    }
    const later = (): void => this.#checkSoon();
    for (const type of ['focusin', 'focusout']) this.#listen(type, later);
    this.#listen('selectionchange', () => this.#follow());
    this.#listen('scroll', () => {
      this.#input.scrolled();
      this.#keepView();
    });
    this.#listen(FOLLOW_EVENT, () => {
      this.#followsUntil = performance.now() + FOLLOW_MS;
    });
    // With the first frame after it was hidden.
    this.#listen('visibilitychange', () => {
      if (this.#holders === 0) this.#lingers();
    });
    this.#stops.push(this.#input.listen((acted) => this.#follow(acted)));
  }

  #end(): void {
    if (--this.#holders === 0) this.#lingers();
  }

  #lingers(): void {
    clock.clear(this.#timer);
    this.#timer = clock.after(LINGER_MS, () => {
      // A page that nobody sees is not drawn, and tells of nothing that scrolls: that comes when the user is back.
      if (this.#document.hidden) return;
      for (const stop of this.#stops.splice(0)) stop();
      this.#observer.disconnect();
      this.#sizes.disconnect();
      this.#place = null;
      this.#anchor = null;
      this.#moved.clear();
    });
  }

  #listen(type: string, listener: () => void): void {
    this.#document.addEventListener(type, listener, { capture: true, passive: true });
    this.#stops.push(() => this.#document.removeEventListener(type, listener, { capture: true }));
  }

  /** We have replaced the text under the user's caret: it stays with the characters around it. */
  #hasReplaced({ editing }: UsersPlace): boolean {
    const { cellId, source } = this.#replaces ?? {};
    if (!editing?.caret || editing.cellId !== cellId || source === undefined) return false;
    if (editing.text === source || textOf(this.#page.find(cellId)) !== source) return false;
    editing.caret = mapCaret(editing.caret, editing.text, source);
    editing.text = source;
    editing.isCaretLost = true;
    return true;
  }

  /** What the user did has had its effect: that is the place now. */
  #follow(acted = false): void {
    if (!this.#place || this.#isRestoring || isFocusLent(this.#page)) return;
    if (acted || this.#input.isActing || isInPlace(this.#page, this.#document, this.#place)) {
      this.#place = readPlace(this.#page, this.#document, this.#place);
      this.#patience = PATIENCE;
    } else this.#check();
  }

  /** At the end of the task: not in the midst of what the page is doing. */
  #checkSoon(): void {
    if (this.#checkQueued || this.#isRestoring) return;
    this.#checkQueued = true;
    queueMicrotask(() => {
      this.#checkQueued = false;
      this.#check();
    });
  }

  #check(): void {
    const place = this.#place;
    if (!place || this.#isRestoring || isFocusLent(this.#page)) return;
    if (this.#input.isActing) {
      this.#follow();
      return;
    }
    const isReplaced = this.#hasReplaced(place);
    if (isInPlace(this.#page, this.#document, place) && !isReplaced) return;
    if (performance.now() - this.#restoredAt > AT_ONCE_MS) this.#patience = PATIENCE;
    if (this.#patience-- <= 0) return;
    this.#isRestoring = true;
    try {
      // An editor that has to be made anew renders only what is in view. Otherwise the view can wait until the page
      // is laid out: asking for it here would lay out a long notebook twice.
      if (place.active && !place.active.isConnected) this.#anchor?.restore(this.#moved);
      restorePlace(this.#page, this.#document, place);
      this.#isViewTaken = true;
    } finally {
      this.#isRestoring = false;
      this.#restoredAt = performance.now();
      // What was changed just now is our own doing.
      this.#observer.takeRecords();
      this.#lookBeforeDrawn();
    }
  }

  /** Told before the frame is drawn: something was scrolled, or laid out anew. The browser may have kept the view. */
  #keepView(): void {
    const { isScrolling, isTyping, isActing } = this.#input;
    const isUsers = (isScrolling || isTyping || isActing) && !this.#isViewTaken;
    // Who follows wants to be taken along: nothing is put back, not even what the page scrolls by itself.
    const isFollowing = performance.now() < this.#followsUntil;
    if (isUsers && !isFollowing) this.#anchor?.compensate(this.#moved);
    else if (!isFollowing) this.#anchor?.restore(this.#moved);
    this.#isViewTaken = false;
    this.#readAnchor();
  }

  #onMutation(records: readonly MutationRecord[]): void {
    const list = this.#page.cellList;
    if (records.some(({ target }) => target === list)) this.#lookBeforeDrawn();
    this.#check();
  }

  /** Cells may change places, or grow and shrink again, without a new size: asked anew, the observer tells anyway. */
  #lookBeforeDrawn(): void {
    const list = this.#page.cellList;
    if (!list) return;
    this.#sizes.unobserve(list);
    this.#sizes.observe(list);
  }

  #readAnchor(): void {
    const cellId = this.#place?.editing?.cellId;
    const first = cellId === undefined ? null : (this.#page.find(cellId)?.element ?? null);
    this.#anchor = ViewAnchor.read(this.#page, this.#document, first);
  }
}

/** Null where there is no page to look at. */
export function createHands(page: ColabPage): HandsKeeper | null {
  const { document } = page;
  if (typeof Document === 'undefined' || !(document instanceof Document) || !document.defaultView)
    return null;
  return new HandsKeeper(page, document, new HumanInput(document.defaultView));
}
