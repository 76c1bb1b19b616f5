import { FOLLOW_EVENT } from '../../wire/follow-event.ts';
import type { CellMark, NotebookView } from '../../wire/notebook-view.ts';
import { CalmWork } from './calm-work.ts';
import { LaidOutFrame } from './laid-out-frame.ts';
import type { PagePlace, ShownNotebook } from './page-place.ts';
import { Screen } from './screen.ts';
import { runningMarks, TouchedCells } from './touched-cells.ts';
import type { Habits } from './user-acts.ts';
import { UserActs } from './user-acts.ts';
import { hasSomething, keyOf } from './view-key.ts';
import { workOf } from './work.ts';

/**
 * Shows one notebook. Changes come often: they are looked at once per frame, and drawn when something is otherwise.
 * Where there is nothing to show there is nothing in the page, no timer, and no listener but the one for changes.
 */
export class NotebookUi {
  readonly #notebook: ShownNotebook;
  readonly #place: PagePlace;
  readonly #acts: UserActs;
  readonly #calm = new CalmWork();
  readonly #touched: TouchedCells;
  readonly #stopListening: () => void;
  readonly #frame = new LaidOutFrame(
    () => this.#showNews(),
    () => this.#look(),
  );
  #screen: Screen | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #view: NotebookView;
  #drawn = '';
  /** Where an agent has last come to. */
  #newest: CellMark | null = null;
  #isFirst = true;

  constructor(notebook: ShownNotebook, place: PagePlace, habits: Habits) {
    this.#notebook = notebook;
    this.#place = place;
    this.#view = notebook.view();
    this.#touched = new TouchedCells(this.#view.changes);
    this.#acts = new UserActs(
      notebook.actions,
      habits,
      () => this.#view,
      () => this.#draw(),
    );
    this.#stopListening = notebook.onViewChange(() => this.#frame.ask());
    if (hasSomething(this.#view)) this.#frame.ask();
  }

  end(): void {
    this.#stopListening();
    this.#frame.cancel();
    this.#remove();
  }

  /** Whether there is something new to show. */
  #look(): boolean {
    const view = this.#notebook.view();
    const key = keyOf(view);
    if (key === this.#drawn) return false;
    const before = runningMarks(this.#view);
    const begun = runningMarks(view).filter(({ cellId }) => !before.some((mark) => mark.cellId === cellId));
    const touched = this.#touched.note(view.changes, Date.now());
    this.#drawn = key;
    this.#view = view;
    this.#newest = [...touched, ...begun].at(-1) ?? null;
    if (this.#screen || hasSomething(view) || touched.length > 0) return true;
    this.#isFirst = false;
    return false;
  }

  #showNews(): void {
    this.#draw();
    if (this.#view.follows && this.#newest && !this.#isFirst) this.#scrollTo(this.#newest);
    this.#isFirst = false;
  }

  #draw(): void {
    const view = this.#view;
    const now = Date.now();
    const running = runningMarks(view);
    const touched = this.#touched.at(now);
    const marks = [
      ...touched.marks.filter(({ cellId }) => !running.some((mark) => mark.cellId === cellId)),
      ...running,
    ];
    if (!hasSomething(view) && marks.length === 0) {
      this.#remove();
      return;
    }
    const work = this.#calm.settle(workOf(view, this.#place.cellPlace), now);
    this.#screen ??= new Screen(this.#place, this.#acts);
    this.#screen.draw({ view, marks, works: work.works });
    this.#drawAgainIn(least(work.againIn, touched.againIn));
  }

  #drawAgainIn(ms: number | null): void {
    clearTimeout(this.#timer);
    this.#timer = ms === null ? undefined : setTimeout(() => this.#draw(), ms);
  }

  #scrollTo({ cellId }: CellMark): void {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const cell = this.#place.cellElement(cellId);
    cell?.dispatchEvent(new Event(FOLLOW_EVENT, { bubbles: true }));
    cell?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
  }

  #remove(): void {
    this.#drawAgainIn(null);
    this.#screen?.remove();
    this.#screen = null;
  }
}

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
