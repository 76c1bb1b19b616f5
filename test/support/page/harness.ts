import type { Agent } from '../../../src/agents/agent.ts';
import { cellElement, cellPlace, cellToolbar, notebookArea } from '../../../src/colab/cell-element.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import type { Asker } from '../../../src/ui/consent/ask-consent.ts';
import { askConsent } from '../../../src/ui/consent/ask-consent.ts';
import { PageUi } from '../../../src/ui/page/page-ui.ts';
import type { NotebookActions, NotebookView } from '../../../src/wire/notebook-view.ts';

/** Runs in the page: what is shown there, with a notebook that does what the test says. */
export class PageHarness {
  /** Every action, as it was asked for. */
  readonly asked: unknown[][] = [];
  /** What the next action fails with. */
  failure: string | null = null;
  panels = 0;
  views = 0;
  answer: string | null = null;
  readonly #listeners = new Set<() => void>();
  #view: NotebookView = {
    ...{ agents: [], policy: ALLOW_ALL, now: [], runs: [], questions: [], proposals: [], changes: [] },
    follows: false,
  };
  readonly #withdrawal = new AbortController();
  readonly #ui = new PageUi({
    cellElement: (cellId) => cellElement(document, cellId),
    cellPlace: (cellId) => cellPlace(document, cellId),
    notebookArea: () => notebookArea(document),
    cellToolbar: () => cellToolbar(document),
    openPanel: () => {
      this.panels += 1;
    },
  });

  start(): void {
    this.#ui.show({
      view: () => {
        this.views += 1;
        return structuredClone(this.#view);
      },
      onViewChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      actions: this.#actions(),
    });
  }

  end(): void {
    this.#ui.hide();
  }

  show(news: Partial<NotebookView>): void {
    this.#view = { ...this.#view, ...news };
    this.tell();
  }

  pause(paused: boolean): void {
    this.show({ policy: { ...ALLOW_ALL, paused } });
  }

  holdClock(): void {
    const now = performance.now();
    performance.now = () => now;
  }

  letClockRun(): void {
    Reflect.deleteProperty(performance, 'now');
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  ask(asker: Asker): void {
    void askConsent(asker, this.#withdrawal.signal).then((answer) => {
      this.answer = answer;
    });
  }

  agent(name: string, colour: number): Agent {
    return { id: `link-${colour}`, name, colour };
  }

  #actions(): NotebookActions {
    const note =
      <Result>(name: string, result: Result) =>
      async (...args: unknown[]): Promise<Result> => {
        this.asked.push([name, ...args]);
        const { failure } = this;
        this.failure = null;
        if (failure !== null) throw new Error(failure);
        return result;
      };
    return {
      setPaused: note('setPaused', undefined),
      stop: note('stop', undefined),
      answer: note('answer', undefined),
      decide: note('decide', undefined),
      undo: note('undo', { undone: [], refused: [] }),
      stopRun: note('stopRun', undefined),
      setFollows: note('setFollows', undefined),
      details: note('details', null),
      earlier: note('earlier', []),
      capabilities: note('capabilities', {}),
      canary: note('canary', { build: null, mismatches: [], rows: [], left: null }),
      shape: note('shape', { format: 1, build: null, elements: 0, html: { name: 'html' } }),
    };
  }
}

declare global {
  var pageHarness: PageHarness;
}
globalThis.pageHarness = new PageHarness();
