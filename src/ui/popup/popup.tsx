import { render } from 'preact';
import type { NotebookView } from '../../wire/notebook-view.ts';
import type { TabState } from '../../wire/pushed-state.ts';
import { isNotebook, namedTab, tellWorker } from '../shared/tell.ts';
import { ActivityWatch, watchTabState } from '../watch-state.ts';
import { PopupApp } from './popup-app.tsx';

const found = document.getElementById('popup');
if (!found) throw new Error('The popup has no #popup.');
const place = found;

/** Null where no session answers. */
let view: NotebookView | null = null;
let state: TabState | null = null;
let watch: ActivityWatch | null = null;

const nothing = (): Promise<void> => Promise.resolve();

void start();

async function start(): Promise<void> {
  render(<PopupApp tabId={null} state={null} view={null} stop={nothing} />, place);
  const tabId = namedTab() ?? (await activeTab());
  if (tabId === undefined || !(await isNotebook(tabId))) {
    render(<PopupApp tabId={null} state="no-notebook" view={null} stop={nothing} />, place);
    return;
  }
  await watchTabState(tabId, (pushed) => {
    state = pushed;
    show(tabId);
    if (pushed.links.length > 0) watchActivity(tabId);
  });
}

function show(tabId: number): void {
  render(<PopupApp tabId={tabId} state={state} view={view} stop={() => stop(tabId)} />, place);
}

/** By the session, which also interrupts what runs; by the worker where there is none. */
async function stop(tabId: number): Promise<void> {
  if (view !== null && watch) await watch.do('stop');
  else await tellWorker({ to: 'worker', type: 'popup-stop', tabId });
}

/** A tab without a session has none; the next state of its links tells when to look again. */
function watchActivity(tabId: number): void {
  if (watch) return;
  watch = new ActivityWatch(
    tabId,
    (push) => {
      if (push.type !== 'view') return;
      view = push.view;
      show(tabId);
    },
    () => {
      watch = null;
      view = null;
      show(tabId);
    },
  );
}

async function activeTab(): Promise<number | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}
