import type { NotebookActions, NotebookView } from '../../../wire/notebook-view.ts';
import type { TabState } from '../../../wire/pushed-state.ts';
import { isNotebook } from '../../shared/tell.ts';
import { ActivityWatch, NO_LINKS, watchTabStates } from '../../watch-state.ts';
import { watchShownTab } from './shown-tab.ts';
import { Timeline } from './timeline.ts';

/** Earlier calls are fetched so many at a time. */
const EARLIER = 500;

/** What the panel is about. `looking`: not known yet. */
type Subject = 'looking' | 'notebook' | 'no-notebook';

/** All that the panel shows. Everything in it is pushed: whoever listens is told when something has changed. */
export class PanelModel {
  subject: Subject = 'looking';
  tabId: number | null = null;
  /** Of all tabs that something has happened to. */
  states: ReadonlyMap<number, TabState> = new Map();
  titles: ReadonlyMap<number, string> = new Map();
  /** Null where no session answers. */
  view: NotebookView | null = null;
  timeline = new Timeline();
  /** How many sessions were seen: changes and calls of each are numbered anew. */
  sessions = 0;
  readonly #places = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #watch: ActivityWatch | null = null;
  #fetching: Promise<void> | null = null;

  /** How the tab that is shown stands. */
  get state(): TabState {
    return this.states.get(this.tabId ?? -1) ?? NO_LINKS;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    chrome.tabs.onUpdated.addListener((tabId, { title, status }) => {
      if (title !== undefined && this.#isShown(tabId)) this.#setTitle(tabId, title);
      if (status === 'complete' && tabId === this.tabId) void this.#look(tabId);
    });
    await watchShownTab((tabId) => this.#show(tabId));
    await watchTabStates((states) => {
      this.states = states;
      for (const tabId of states.keys()) void this.#readTitle(tabId);
      if (this.state.links.length > 0) this.#listen();
      this.#tell();
    });
  }

  /** Where a cell stands, as far as it was seen. */
  placeOf = (cellId: string): number | null => this.#places.get(cellId) ?? null;

  /** Null where there is no session to do anything. */
  get session(): Pick<ActivityWatch, 'do'> | null {
    return this.view === null ? null : this.#watch;
  }

  do<Action extends keyof NotebookActions>(
    action: Action,
    ...args: Parameters<NotebookActions[Action]>
  ): Promise<Awaited<ReturnType<NotebookActions[Action]>>> {
    if (!this.#watch) return Promise.reject(new Error('The notebook is not there any more.'));
    return this.#watch.do(action, ...args);
  }

  /** Some earlier calls, if there are any. Whoever wants them while they are fetched waits for the same ones. */
  fetchEarlier(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { timeline } = this;
    if (timeline.isComplete || timeline.oldest === null) return;
    timeline.addEarlier(await this.do('earlier', timeline.oldest, EARLIER));
    this.#tell();
  }

  #show(tabId: number | null): void {
    if (tabId === this.tabId && tabId !== null) return;
    this.tabId = tabId;
    this.subject = tabId === null ? 'no-notebook' : 'looking';
    this.#watch?.close();
    this.#forget();
    this.#tell();
    if (tabId === null) return;
    void this.#readTitle(tabId);
    void this.#look(tabId);
    this.#listen();
  }

  async #look(tabId: number): Promise<void> {
    const isOne = await isNotebook(tabId);
    if (tabId !== this.tabId) return;
    this.subject = isOne ? 'notebook' : 'no-notebook';
    this.#tell();
  }

  /** A tab without a session ends it at once; the next state of its links tells when to try again. */
  #listen(): void {
    const { tabId } = this;
    if (tabId === null || this.#watch) return;
    let hasBegun = false;
    const watch = new ActivityWatch(
      tabId,
      (push) => {
        if (!hasBegun) {
          this.timeline = new Timeline();
          this.sessions += 1;
        }
        hasBegun = true;
        if (push.type === 'view') this.#setView(push.view);
        else this.timeline.put(push.entries, push.total);
        this.#tell();
      },
      () => {
        if (this.#watch !== watch) return;
        this.#forget();
        // The tab shows another notebook: its session takes a new Port at once.
        if (hasBegun && tabId === this.tabId) this.#listen();
        this.#tell();
      },
    );
    this.#watch = watch;
  }

  #forget(): void {
    this.#watch = null;
    this.view = null;
    this.timeline = new Timeline();
    this.#places.clear();
  }

  #setView(view: NotebookView): void {
    this.view = view;
    const cells = [...view.questions.flatMap((question) => question.cells), ...view.proposals, ...view.runs];
    for (const { cellId, place } of cells) {
      if (cellId !== null && place !== null) this.#places.set(cellId, place);
    }
  }

  #isShown(tabId: number): boolean {
    return tabId === this.tabId || this.states.has(tabId);
  }

  /** Known without a permission for tabs: we have access to Colab's. */
  async #readTitle(tabId: number): Promise<void> {
    if (this.titles.has(tabId)) return;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (tab?.title !== undefined) this.#setTitle(tabId, tab.title);
  }

  #setTitle(tabId: number, title: string): void {
    this.titles = new Map(this.titles).set(tabId, title);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
