import { Failure } from '../../src/notebook/failure.ts';
import type { Kernel, KernelState } from '../../src/notebook/kernel.ts';
import type { Log } from '../log.ts';
import type { JupyterSession } from './jupyter-session.ts';
import type { RuntimeAddress } from './runtime-address.ts';

export interface JupyterKernel extends Kernel {
  state(): Promise<KernelState & Record<string, unknown>>;
  restart(): Promise<KernelState>;
  /** Which hardware there is, the kind of kernel decides: `kernel_name` in the address. */
  connect(wish: { accelerator?: string }): Promise<KernelState>;
  answerInput(answer: { text: string }): Promise<never>;
  /** What happened to the kernel since this was asked last, for whoever calls. */
  takeNotices(): string[];
  close(): Promise<void>;
}

const NO_CHOICE = new Failure(
  'unsupported',
  'A Jupyter server does not let its hardware be chosen; nothing was done.',
  'Ask the user to start Cellwire with another kernel_name, or another server.',
);
const NO_INPUT = new Failure(
  'unsupported',
  'Code that runs without a notebook cannot ask for input, so nothing waits for it.',
  'Give the value in the code instead.',
);

/** A kernel of a Jupyter server. Nothing is loaded, connected or started before somebody needs it. */
export function jupyterKernel(address: RuntimeAddress, log: Log): JupyterKernel {
  let notices: string[] = [];
  let loading: Promise<JupyterSession> | null = null;
  const session = (): Promise<JupyterSession> => {
    loading ??= import('./jupyter-session.ts').then(
      ({ JupyterSession: Session }) => new Session(address, log, (sentence) => notices.push(sentence)),
    );
    return loading;
  };
  return {
    state: async () => (await session()).state(),
    interrupt: async () => (loading ? (await loading).interrupt() : { interrupted: false }),
    execute: async (request, onUpdate) => (await session()).execute(request, onUpdate),
    restart: async () => (await session()).restart(),
    connect: async ({ accelerator }) => {
      if (accelerator !== undefined) throw NO_CHOICE;
      return (await session()).connect();
    },
    answerInput: async () => {
      throw NO_INPUT;
    },
    takeNotices: () => {
      const taken = notices;
      notices = [];
      return taken;
    },
    close: async () => {
      if (loading) await (await loading).close();
    },
  };
}
