import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import { clock, type Timer } from '../../src/clock/clock.ts';
import { Failure } from '../../src/notebook/failure.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { NotebookActions } from '../../src/wire/notebook-view.ts';
import type { ActivityRequest, FromActivity } from '../../src/wire/pushed-state.ts';
import { ACTIVITY_PORT } from '../../src/wire/pushed-state.ts';
import { hangUp } from './hang-up.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** Entries that are sent at once; earlier ones are asked for. */
const FIRST_ENTRIES = 200;
/** What changes in quick succession is told together. */
const TOGETHER_MS = 50;

/** Pushes what agents do and did to the extension's own pages, for as long as one of them looks. */
export function serveActivity(open: OpenNotebook): () => void {
  /** Each with how to stop pushing to it. */
  const ports = new Map<Runtime.Port, () => void>();
  const listen = (port: Runtime.Port): void => {
    if (port.name !== ACTIVITY_PORT) return;
    const stop = pushTo(port, open);
    ports.set(port, stop);
    port.onMessage.addListener((message: unknown) => {
      if (isRequest(message)) void perform(port, open.actions, message);
    });
    port.onDisconnect.addListener(() => {
      stop();
      ports.delete(port);
    });
  };
  browser.runtime.onConnect.addListener(listen);
  return () => {
    browser.runtime.onConnect.removeListener(listen);
    for (const [port, stop] of ports) {
      // Chrome does not tell the side that disconnects, and a call that ends later still changes the journal.
      stop();
      // Whoever looks opens it anew, on the notebook that is shown now.
      hangUp(port);
    }
    ports.clear();
  };
}

function pushTo(port: Runtime.Port, open: OpenNotebook): () => void {
  const { journal } = open;
  const post = (message: FromActivity): void => port.postMessage(message);
  let changed = new Map(journal.entries.slice(-FIRST_ENTRIES).map((entry) => [entry.number, entry]));
  let timer: Timer | undefined;
  const push = (): void => {
    timer = undefined;
    post({ type: 'view', view: open.view() });
    post({ type: 'entries', entries: [...changed.values()], total: journal.entries.length });
    changed = new Map();
  };
  const soon = (): void => {
    timer ??= clock.after(TOGETHER_MS, push);
  };
  const stops = [
    journal.onChange((entry) => {
      changed.set(entry.number, entry);
      soon();
    }),
    open.onViewChange(soon),
    () => clock.clear(timer),
  ];
  push();
  return () => {
    for (const stop of stops) stop();
  };
}

async function perform(
  port: Runtime.Port,
  actions: NotebookActions,
  request: ActivityRequest,
): Promise<void> {
  const { id, action, args } = request;
  const answer = await call(actions, action, args).then(
    (result): FromActivity => ({ type: 'answer', id, result: result ?? null }),
    (thrown): FromActivity => ({ type: 'failed', id, message: Failure.from(thrown).message }),
  );
  port.postMessage(answer);
}

/** Only our own pages can open this Port, and what they say is typed there. */
async function call(actions: NotebookActions, action: string, args: unknown[]): Promise<unknown> {
  const method: unknown = Object.hasOwn(actions, action) ? Reflect.get(actions, action) : undefined;
  if (typeof method !== 'function') throw new Error(`There is no action "${action}".`);
  return Reflect.apply(method, actions, args);
}

function isRequest(message: unknown): message is ActivityRequest {
  return isRecord(message) && typeof message.id === 'number' && Array.isArray(message.args);
}
