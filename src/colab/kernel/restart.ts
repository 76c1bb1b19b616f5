import { Failure } from '../../notebook/failure.ts';
import type { KernelState } from '../../notebook/kernel.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { type Strategy, type StrategyMemory, tryStrategies } from '../try-strategies.ts';
import { readKernelState } from './runtime-news.ts';

/** A new kernel takes seconds. */
const RESTART_MS = 60_000;
const SETTLED_MS = 5_000;

interface Restart {
  /** The page does not name its sessions: then what its own promise says has to do. */
  settled: boolean;
}

export const restartStrategies: readonly Strategy<Restart>[] = [
  {
    name: 'kernel.restart()',
    timeoutMs: RESTART_MS,
    settledMs: SETTLED_MS,
    available: (page) => can(page.kernel, 'restart'),
    attempt: async (page, job) => {
      if (page.kernel) await act(page.kernel, 'restart');
      job.settled = true;
    },
  },
  {
    // Colab asks before it does it, and what it asks is the user's to answer.
    name: 'runtime menu',
    asksUser: true,
    timeoutMs: RESTART_MS,
    settledMs: SETTLED_MS,
    available: (page) => page.document.querySelector(select.MENU_RESTART) !== null,
    attempt: (page) => {
      const item = page.document.querySelector(select.MENU_RESTART);
      if (item) pressMenuItem(item);
    },
  },
];

export async function restart(page: ColabPage, memory: StrategyMemory): Promise<KernelState> {
  const { kernelSession: before, runtimeState } = page;
  if (runtimeState === 'disconnected' || runtimeState === 'connecting') throw notConnected();
  const job: Restart = { settled: false };
  const isReady = (): boolean => page.runtimeState === 'idle' || page.runtimeState === 'busy';
  await tryStrategies({
    page,
    memory,
    operation: 'restart the runtime',
    strategies: restartStrategies,
    job,
    effect: () => {
      const now = page.kernelSession;
      const isOther = before === undefined ? job.settled : now !== undefined && now !== before;
      return isOther && isReady() ? 'done' : 'none';
    },
    correct: async () => {},
  });
  return readKernelState(page);
}

function notConnected(): Failure {
  return new Failure(
    'not_connected',
    'There is no runtime that could be restarted; nothing was done.',
    'Call connect_runtime.',
  );
}
