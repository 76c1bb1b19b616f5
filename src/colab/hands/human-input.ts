import { CELL, cellIdOf, EDITOR, TEXT_CELL, TEXT_INPUT } from '../surface/selectors.ts';
import { nextTask } from '../wait.ts';

/** Buttons, menus and some keys have effects that come later than the press. */
const LATER_MS = 500;
/** A wheel is turned in jerks, and scrolling runs on after each. */
const SCROLL_MS = 300;
const RUNS_ON_MS = 1000;
/** Typing scrolls the caret into view, a frame or two later. */
const TYPED_SCROLL_MS = 150;

/** Keys that change the text, or nothing; they never take the user elsewhere. */
const EDITING_KEYS = new Set(['Enter', 'Backspace', 'Delete']);
/** With Ctrl: paste, cut, undo and redo. */
const EDITING_COMMANDS = new Set(['v', 'x', 'z', 'y']);
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph']);
const SCROLLING_KEYS = /^(Arrow|Page|Home$|End$| $)/;
const COMMAND_PREFIX = 'm';
const CONTROL = 'button, [role="button"], [role^="menuitem"], [role="option"], [command], a[href]';
const IN_EDITOR = `${EDITOR}, ${TEXT_INPUT}`;

const INPUTS = [
  'keydown',
  'input',
  'compositionstart',
  'compositionend',
  'paste',
  'cut',
  'drop',
  'pointerdown',
  'pointerup',
  'pointercancel',
  'mousedown',
  'click',
  'wheel',
  'touchstart',
  'touchmove',
  'scrollend',
] as const;

/**
 * What the user does with keyboard and pointer, to tell it from what the page does by itself. Only events of the
 * browser count: what scripts dispatch is no hand.
 */
export class HumanInput {
  #typedAt = Number.NEGATIVE_INFINITY;
  /** The cells, by id. */
  #typedIn: string | null = null;
  #composesIn: string | null = null;
  #actsNow = 0;
  #actsUntil = Number.NEGATIVE_INFINITY;
  #scrollsUntil = Number.NEGATIVE_INFINITY;
  #runsOnUntil = Number.NEGATIVE_INFINITY;
  #isPressed = false;
  #afterPrefix = false;
  readonly #listeners = new Set<(acted: boolean) => void>();

  constructor(window: Window) {
    for (const type of INPUTS) {
      window.addEventListener(type, (event) => this.#note(event), { capture: true, passive: true });
    }
  }

  /** Calls when what the user did has had its effect: with the next task. Tells whether it may have led elsewhere. */
  listen(listener: (acted: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether the user may be going elsewhere right now: then the focus is not ours to bring back. */
  get isActing(): boolean {
    return this.#actsNow > 0 || performance.now() < this.#actsUntil;
  }

  get isScrolling(): boolean {
    return this.#isPressed || performance.now() < this.#scrollsUntil;
  }

  get isTyping(): boolean {
    return performance.now() - this.#typedAt < TYPED_SCROLL_MS;
  }

  /** Whether the user is writing in this cell, or was a moment ago. */
  isTypingIn(cellId: string, withinMs: number): boolean {
    if (this.#composesIn === cellId) return true;
    return this.#typedIn === cellId && performance.now() - this.#typedAt < withinMs;
  }

  /** The page scrolled while the user turns the wheel: it runs on. Keys scroll once, so what follows them is not theirs. */
  scrolled(): void {
    const now = performance.now();
    if (now < this.#scrollsUntil && now < this.#runsOnUntil) {
      this.#scrollsUntil = Math.max(this.#scrollsUntil, now + TYPED_SCROLL_MS);
    }
  }

  /** What is scrolled from now on, without another turn of the wheel, is not scrolled by the user. */
  #scrollEnded(): void {
    this.#scrollsUntil = Number.NEGATIVE_INFINITY;
    this.#runsOnUntil = Number.NEGATIVE_INFINITY;
  }

  #note(event: Event): void {
    if (!event.isTrusted) return;
    if (event.type === 'scrollend') {
      this.#scrollEnded();
      return;
    }
    const target = event.composedPath()[0];
    const element = target instanceof Element ? target : null;
    if (event.type === 'pointerup' || event.type === 'pointercancel') this.#isPressed = false;
    if (event.type === 'wheel' || event.type.startsWith('touch')) {
      this.#scrolls(SCROLL_MS);
      this.#runsOnUntil = performance.now() + RUNS_ON_MS;
    } else if (event instanceof KeyboardEvent) this.#noteKey(event, element);
    else if (event instanceof MouseEvent && event.type !== 'drop') this.#notePointer(event);
    else this.#noteText(event, element);
    const acted = this.isActing;
    const acts = this.#actsNow;
    void nextTask().then(() => {
      for (const listener of this.#listeners) listener(acted);
      if (this.#actsNow === acts) this.#actsNow = 0;
    });
  }

  #noteText({ type }: Event, element: Element | null): void {
    this.#typed(element);
    if (type === 'compositionstart') this.#composesIn = this.#typedIn;
    if (type === 'compositionend') this.#composesIn = null;
  }

  #notePointer(event: MouseEvent): void {
    const target = event.composedPath()[0];
    const inCell = target instanceof Element && target.closest(CELL) !== null;
    // Selecting beyond the edge scrolls, and so does a scroll bar, which never tells that it was let go.
    if (event.type === 'pointerdown' && inCell) this.#isPressed = true;
    if (!inCell) this.#scrolls(SCROLL_MS);
    const isControl = event.composedPath().some((node) => node instanceof Element && node.matches(CONTROL));
    if (isControl) this.#actsLater();
    else {
      // Whoever presses somewhere goes there: what an earlier key may still do does not lead elsewhere any more.
      this.#actsUntil = Number.NEGATIVE_INFINITY;
      this.#actsInThisTask();
    }
  }

  #noteKey(event: KeyboardEvent, element: Element | null): void {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const inEditor = element?.closest(IN_EDITOR) != null;
    if (MODIFIERS.has(key)) return;
    if (this.#afterPrefix || (key === 'Enter' && (shiftKey || altKey)) || key === 'Escape') {
      this.#afterPrefix = false;
      this.#actsLater();
    } else if (isCommand) {
      this.#afterPrefix = key.toLowerCase() === COMMAND_PREFIX;
      if (shiftKey || !inEditor) this.#actsLater();
      else if (EDITING_COMMANDS.has(key.toLowerCase())) this.#typed(element);
      else if (SCROLLING_KEYS.test(key)) this.#scrolls(TYPED_SCROLL_MS);
      // Running a code cell leaves the user where they are; a text cell closes its editor.
      else if (key === 'Enter' && element?.closest(TEXT_CELL)) this.#actsInThisTask();
    } else if (inEditor && (key.length === 1 || EDITING_KEYS.has(key))) this.#typed(element);
    else {
      this.#actsInThisTask();
      if (SCROLLING_KEYS.test(key)) this.#scrolls(TYPED_SCROLL_MS);
    }
  }

  #typed(element: Element | null): void {
    const cell = element?.closest(CELL);
    this.#typedAt = performance.now();
    this.#typedIn = cell ? cellIdOf(cell) : null;
  }

  #scrolls(forMs: number): void {
    this.#scrollsUntil = Math.max(this.#scrollsUntil, performance.now() + forMs);
  }

  #actsLater(): void {
    this.#actsUntil = performance.now() + LATER_MS;
    this.#actsInThisTask();
  }

  #actsInThisTask(): void {
    this.#actsNow++;
  }
}
