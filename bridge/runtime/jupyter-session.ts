import { Failure } from '../../src/notebook/failure.ts';
import type { CodeRequest, CodeRun, KernelState } from '../../src/notebook/kernel.ts';
import type { OnRunUpdate } from '../../src/notebook/notebook.ts';
import type { Log } from '../log.ts';
import { executeOn } from './execute-on.ts';
import { hushConsole } from './hush-console.ts';
import { JupyterServer } from './jupyter-server.ts';
import type { LifeEnd } from './kernel-life.ts';
import { KernelLife } from './kernel-life.ts';
import type { RuntimeAddress } from './runtime-address.ts';

/** How long an interrupted kernel gets to wind up before we say that it still does. */
const WIND_UP_MS = 5_000;

/** Our kernel on a server: started with the first need, found again or started anew after it was lost, ended with us. */
export class JupyterSession {
  readonly #server: JupyterServer;
  readonly #address: RuntimeAddress;
  readonly #log: Log;
  /** Tells agents what happened to the kernel, with their next result. */
  readonly #notice: (sentence: string) => void;
  /** The kernel that we use, and whether we started it. */
  #kernel: { id: string; isOurs: boolean } | null;
  #life: KernelLife | null = null;
  #opening: Promise<KernelLife> | null = null;
  #lastEnd: LifeEnd | null = null;
  #isClosed = false;

  constructor(address: RuntimeAddress, log: Log, notice: (sentence: string) => void) {
    hushConsole();
    this.#address = address;
    this.#log = log;
    this.#notice = notice;
    this.#server = new JupyterServer(address, log);
    this.#kernel = address.kernelId === undefined ? null : { id: address.kernelId, isOurs: false };
  }

  async execute(request: CodeRequest, onUpdate?: OnRunUpdate): Promise<CodeRun> {
    if (!this.#alive) onUpdate?.({ state: 'waiting for the kernel' });
    return executeOn(await this.#open(), request, onUpdate);
  }

  async interrupt(): Promise<{ interrupted: boolean; stillRunning?: boolean }> {
    const life = this.#alive;
    if (!life?.isBusy) return { interrupted: false };
    await this.#server.interrupt(life.id);
    return (await life.settles(WIND_UP_MS))
      ? { interrupted: true }
      : { interrupted: true, stillRunning: true };
  }

  /** A kernel as new as after its start. What ran is lost with the old one. */
  async restart(): Promise<KernelState & Record<string, unknown>> {
    const life = this.#alive;
    life?.end({ reason: 'The kernel was restarted, as a call asked for.', isGone: true });
    if (life) await this.#server.restart(life.id);
    return this.connect();
  }

  /** Sees to it that there is a kernel. */
  async connect(): Promise<KernelState & Record<string, unknown>> {
    await this.#open();
    return this.state();
  }

  /** Fails when there is no server, or it does not let us in. */
  async state(): Promise<KernelState & Record<string, unknown>> {
    const life = this.#alive;
    if (!life) {
      const { names } = await this.#server.kernelNames();
      return { state: this.#opening ? 'connecting' : 'disconnected', kernel: null, kernelNames: names };
    }
    const { id, name, language, connection } = life;
    const isConnected = connection.connectionStatus === 'connected';
    return {
      state: isConnected ? (life.isBusy ? 'busy' : 'idle') : 'connecting',
      kernel: { id, name, startedByUs: this.#kernel?.isOurs ?? false },
      ...(language === undefined ? {} : { language }),
      ...(life.process === undefined ? {} : { session: life.process }),
    };
  }

  /** Ends the kernel if we started it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // One that is on its way would be nobody's.
    await this.#opening?.catch(() => {});
    this.#life?.end({ reason: 'Cellwire ended.', isGone: false });
    if (this.#kernel?.isOurs) await this.#server.shutDown(this.#kernel.id);
  }

  get #alive(): KernelLife | null {
    return this.#life?.isOver === false ? this.#life : null;
  }

  async #open(): Promise<KernelLife> {
    if (this.#isClosed) throw new Failure('lost', 'Cellwire is ending; nothing was run.', 'Start it again.');
    // While a lost connection is tried again, nothing is sent: what is sent to nobody is lost.
    const alive = this.#alive;
    if (alive && (await alive.isThere())) return alive;
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #begin(): Promise<KernelLife> {
    const before = this.#kernel;
    const found = before && (await this.#server.find(before.id));
    if (before && !found && !before.isOurs) throw this.#missing(before.id);
    const model = found ?? (await this.#server.start());
    this.#kernel = { id: model.id, isOurs: before && found ? before.isOurs : true };
    const life = new KernelLife(model, this.#server);
    const lastEnd = this.#lastEnd;
    await life.open(!found || lastEnd?.isGone === true);
    this.#life = life;
    this.#log.info(`${found ? 'Connected to' : 'Started'} the kernel ${model.id} (${model.name}).`);
    if (lastEnd) this.#notice(whatIsGone(lastEnd, found !== null && found !== undefined));
    void life.ended.then((end) => {
      this.#lastEnd = end;
      if (!this.#isClosed) this.#log.warn(end.reason);
      // What is left of it on the server, if anything.
      if (end.isGone && this.#kernel?.isOurs) this.#forget(model.id);
    });
    return life;
  }

  /** A kernel that died stays in the lists of some servers. One that was restarted there is the next one. */
  #forget(id: string): void {
    this.#server
      .find(id)
      .then((model) => (model ? undefined : this.#server.shutDown(id)))
      .catch(() => {});
  }

  #missing(id: string): Failure {
    return new Failure(
      'not_connected',
      `The Jupyter server at ${this.#address.baseUrl} has no kernel ${id}; nothing was run.`,
      'Ask the user to start Cellwire with another kernel, or with none: then it starts one itself.',
    );
  }
}

function whatIsGone({ reason, isGone }: LifeEnd, isSameKernel: boolean): string {
  if (isSameKernel && !isGone)
    return `${reason} Connected to the same kernel again: its variables are there.`;
  return `${reason} A new kernel runs now: variables, imports and whatever else was in the memory of the old one are gone. Files are where they were, if the new one has the same disk.`;
}
