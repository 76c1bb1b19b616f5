import { h, render } from 'preact';
import type { CellMark, NotebookView } from '../../wire/notebook-view.ts';
import { Ear } from '../shared/real-press.ts';
import { AskCard } from './ask-card.ts';
import { CellLayer } from './cell-layer.ts';
import { FocusTrip } from './focus-trip.ts';
import { listenForKeys } from './keys.ts';
import { LaidOutFrame } from './laid-out-frame.ts';
import type { Layer } from './layer.ts';
import { showLayer } from './layer.ts';
import type { PagePlace } from './page-place.ts';
import { Pill } from './pill.ts';
import { Placement } from './placement.ts';
import type { UserActs } from './user-acts.ts';
import { watchLayout } from './watch-layout.ts';
import type { Work } from './work.ts';

interface Drawing {
  view: NotebookView;
  marks: CellMark[];
  works: Work[];
}

/** What is drawn over the page, while there is something to draw. */
export class Screen {
  readonly #place: PagePlace;
  readonly #acts: UserActs;
  readonly #layer: Layer;
  readonly #placement: Placement;
  readonly #focus: FocusTrip;
  /** Of the question and of the open proposal: deaf whenever one of them has just come. */
  readonly #askEar = new Ear();
  readonly #proposalEar = new Ear();
  readonly #accept: { current: ((event: Event) => void) | null } = { current: null };
  readonly #stopKeys: () => void;
  readonly #frame = new LaidOutFrame(() => this.#putInPlace());
  #layout: { follows: boolean; stop: () => void } | null = null;
  /** Where the focus goes if the control that has it gives way to another. */
  #nextFocus: string | null = null;

  constructor(place: PagePlace, acts: UserActs) {
    this.#place = place;
    this.#acts = acts;
    this.#placement = new Placement(place, () => this.#proposalEar.shown());
    // First, so that these keys work in our own controls too.
    this.#stopKeys = listenForKeys({
      p: () => acts.togglePause(),
      s: () => acts.stop(),
      a: () => this.#goToWhatWaits(),
      Enter: (event) => this.#acceptBy(event),
    });
    this.#layer = showLayer(() => {
      this.#askEar.shown();
      this.#proposalEar.shown();
    });
    this.#focus = new FocusTrip(this.#layer);
  }

  draw({ view, marks, works }: Drawing): void {
    const acts = this.#acts;
    const [question] = view.questions;
    const pill = {
      ...acts.state,
      works,
      isPaused: view.policy.paused,
      follows: view.follows,
      proposals: view.proposals.length,
    };
    const cells = h(CellLayer, {
      marks,
      proposals: view.proposals,
      openProposal: acts.proposal,
      ear: this.#proposalEar,
      accept: this.#accept,
      open: (id) => this.#open(id),
      decide: (id, decision) => acts.decide(id, decision),
      resized: this.#soon,
    });
    const ask = question
      ? h(AskCard, {
          key: question.id,
          question,
          count: view.questions.length,
          ear: this.#askEar,
          answer: (answer) => acts.answer(question.id, answer),
        })
      : null;
    const controls = h(Pill, {
      state: pill,
      acts: {
        togglePause: () => acts.togglePause(),
        stop: () => acts.stop(),
        toggleFollow: () => acts.toggleFollow(),
        openPanel: () => this.#place.openPanel(),
        collapse: (isCollapsed) => {
          this.#nextFocus = isCollapsed ? '.dot-button' : '.pill button';
          acts.collapse(isCollapsed);
        },
        nextProposal: () => this.#goToProposal(),
      },
    });
    const hadFocus = this.#layer.hasFocus();
    render([cells, h('div', { class: 'dock' }, ask, controls)], this.#layer.ui);
    this.#watchLayout(marks.length > 0 || view.proposals.length > 0);
    this.#putInPlace();
    this.#focus.keep(hadFocus, this.#nextFocus);
    this.#nextFocus = null;
  }

  remove(): void {
    this.#stopKeys();
    this.#layout?.stop();
    this.#frame.cancel();
    this.#focus.comeBack();
    // Timers of clocks end with what they are shown in.
    render(null, this.#layer.ui);
    this.#layer.remove();
  }

  readonly #soon = (): void => this.#frame.ask();

  #putInPlace(): void {
    const [stage, dock] = this.#layer.ui.children;
    if (stage instanceof HTMLElement && dock instanceof HTMLElement) this.#placement.update({ stage, dock });
  }

  #watchLayout(follows: boolean): void {
    if (this.#layout?.follows === follows) return;
    this.#layout?.stop();
    this.#layout = { follows, stop: watchLayout(this.#place, follows, this.#soon) };
  }

  /** To the question, else to the next proposal, else to the controls; and back. */
  #goToWhatWaits(): void {
    if (this.#layer.hasFocus()) this.#focus.comeBack();
    else if (this.#focus.goTo('.ask')) return;
    else if (this.#acts.proposal !== null) this.#goToProposal();
    else this.#focus.goTo('.pill button, .dot-button');
  }

  /** The open one if it is out of sight, else the one after it. */
  #goToProposal(): void {
    const things = [...this.#layer.ui.querySelectorAll<HTMLElement>('[data-proposal]')];
    const at = things.findIndex(({ dataset }) => dataset.at === 'card');
    const isSeen = things[at]?.hidden === false && this.#layer.hasFocus();
    const next = isSeen ? things[(at + 1) % things.length] : things[at];
    if (next) this.#open(next.dataset.proposal ?? '');
  }

  #open(proposalId: string): void {
    this.#acts.choose(proposalId);
    const card = this.#layer.ui.querySelector<HTMLElement>('[data-at="card"]');
    if (card?.hidden) {
      this.#place
        .cellElement(card.dataset.cell ?? '')
        ?.scrollIntoView({ block: 'center', behavior: 'instant' });
      this.#putInPlace();
    }
    this.#focus.goTo('.proposal');
  }

  #acceptBy(event: KeyboardEvent): void {
    const card = this.#layer.ui.querySelector<HTMLElement>('[data-at="card"]');
    if (card && !card.hidden) this.#accept.current?.(event);
  }
}
