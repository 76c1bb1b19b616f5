import { Failure } from '../../notebook/failure.ts';
import type { KernelState } from '../../notebook/kernel.ts';
import { DialogGuard } from '../dialogs.ts';
import type { HandsOff } from '../hands/hands-keeper.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { type StrategyMemory, track, unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';
import { readKernelState } from './runtime-news.ts';
import { chooseAccelerator } from './runtime-type.ts';

/** A press shows within seconds that it has begun; a machine may take minutes to be found. */
const BEGIN_MS = 5_000;
const CONNECT_MS = 180_000;
const POLL_MS = 100;
const ASK_THEN = 'call connect_runtime again';

interface ConnectStrategy {
  name: string;
  available: (page: ColabPage) => boolean;
  attempt: (page: ColabPage) => unknown;
}

/** The button first: methods were seen to do nothing without a runtime. */
export const connectStrategies: readonly ConnectStrategy[] = [
  {
    name: 'connect button',
    available: (page) => connectButton(page) !== null,
    attempt: (page) => {
      const button = connectButton(page);
      if (button) pressButton(button);
    },
  },
  {
    name: 'notebook.attemptAutoconnect()',
    available: (page) => can(page.notebook, 'attemptAutoconnect'),
    attempt: (page) => page.notebook && act(page.notebook, 'attemptAutoconnect', 2),
  },
  {
    name: 'notebook.connectToKernel()',
    available: (page) => can(page.notebook, 'connectToKernel'),
    attempt: (page) => page.notebook && act(page.notebook, 'connectToKernel'),
  },
];

function connectButton(page: ColabPage): Element | null {
  return (
    page.document.querySelector(select.CONNECT_BUTTON)?.shadowRoot?.querySelector(select.CONNECT_PRESS) ??
    null
  );
}

export async function connect(
  page: ColabPage,
  memory: StrategyMemory,
  handsOff: HandsOff,
  { accelerator }: { accelerator?: string },
): Promise<KernelState> {
  const dialogs = new DialogGuard(page, ASK_THEN);
  dialogs.refuseAny();
  if (accelerator !== undefined) await handsOff(() => chooseAccelerator(page, accelerator));
  await bringUp(page, memory, dialogs);
  return readKernelState(page);
}

async function bringUp(page: ColabPage, memory: StrategyMemory, dialogs: DialogGuard): Promise<void> {
  const tried: string[] = [];
  const deadline = performance.now() + CONNECT_MS;
  const isUp = (): boolean => page.runtimeState === 'idle' || page.runtimeState === 'busy';
  // Some builds connect by themselves after a change.
  if (isUp() || (page.runtimeState === 'connecting' && (await isBroughtUp()))) return;
  for (const strategy of memory.order('connect', connectStrategies)) {
    if (!strategy.available(page)) continue;
    const attempt = track(() => strategy.attempt(page));
    if (await isBroughtUp()) return;
    const why = attempt.error ?? 'no effect';
    memory.note('connect', strategy.name, 'failed', why);
    tried.push(`${strategy.name} (${why})`);
  }
  throw unsupported(page, 'connect a runtime', tried);

  /** False when nothing has begun. */
  async function isBroughtUp(): Promise<boolean> {
    const begun = performance.now();
    const seen = await until<boolean>(
      () => {
        if (isUp()) return true;
        dialogs.check();
        if (page.runtimeState === 'connecting') return undefined;
        return performance.now() - begun >= BEGIN_MS ? false : undefined;
      },
      { timeoutMs: deadline - begun, pollMs: POLL_MS, events: [dialogs.opened] },
    );
    if (seen === undefined) throw tooSlow();
    return seen;
  }
}

function tooSlow(): Failure {
  return new Failure(
    'timeout',
    `No runtime was connected within ${CONNECT_MS / 60_000} minutes; Colab may still be looking for a machine.`,
    'Look at get_status, and call connect_runtime again if it is still disconnected.',
  );
}
