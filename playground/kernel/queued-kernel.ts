import { ExecutionQueue, type QueuedExecution } from './execution-queue.ts';
import type {
  ExecuteOptions,
  ExecuteReply,
  ExecutionHandlers,
  Kernel,
  KernelState,
  RuntimeFiles,
} from './kernel.ts';
import type { ExecutionNews, KernelRequest } from './kernel-messages.ts';
import { OutputBatcher } from './output-batcher.ts';

/** What kernels that live elsewhere have in common: the queue, the state, and the news of executions. */
export abstract class QueuedKernel implements Kernel {
  readonly name = 'python3';
  readonly #listeners = new Set<(state: KernelState) => void>();
  readonly #crashListeners = new Set<() => void>();
  readonly #queue = new ExecutionQueue((execution) => {
    this.setState('busy');
    this.send({ type: 'execute', id: execution.id, code: execution.code, silent: execution.silent });
  });
  readonly #batcher = new OutputBatcher((output) => this.current?.handlers.onOutput?.(output));
  #state: KernelState = 'off';
  #starting: Promise<void> | undefined;

  abstract readonly files: RuntimeFiles;
  abstract interrupt(): boolean;
  protected abstract send(message: KernelRequest): void;
  /** Resolves when the kernel takes executions; whoever fails here must have called `shutdown`. */
  protected abstract boot(): Promise<void>;
  /** Ends the worker or the connection that the kernel lives in. */
  protected abstract release(): void;

  get state(): KernelState {
    return this.#state;
  }

  onStateChange(listener: (state: KernelState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onCrash(listener: () => void): void {
    this.#crashListeners.add(listener);
  }

  start(): Promise<void> {
    if (!this.#starting) {
      this.setState('starting');
      this.#starting = this.boot();
    }
    return this.#starting;
  }

  async execute(
    code: string,
    handlers: ExecutionHandlers = {},
    options: ExecuteOptions = {},
  ): Promise<ExecuteReply> {
    await this.start();
    return this.#queue.add(code, handlers, options.silent ?? false);
  }

  async restart(): Promise<void> {
    this.shutdown();
    await this.start();
  }

  shutdown(): void {
    this.release();
    this.forget();
  }

  protected get current(): QueuedExecution | undefined {
    return this.#queue.current;
  }

  /** Nothing of what ran or waited will be heard of again. */
  protected forget(): void {
    this.#starting = undefined;
    this.#batcher.discard();
    this.setState('off');
    this.#queue.abortAll();
  }

  protected receive(message: ExecutionNews): void {
    if (message.id !== this.current?.id) return;
    if (message.type === 'started') this.current.handlers.onStart?.();
    else if (message.type === 'output') this.#batcher.add(message.output);
    else if (message.type === 'input') {
      this.#batcher.flush();
      const { id, prompt, isPassword } = message;
      const answer = (text: string): void => {
        if (this.current?.id === id) this.send({ type: 'answer', id, text });
      };
      this.current.handlers.onInput?.({ prompt, isPassword, answer });
    } else {
      this.#batcher.flush();
      this.#queue.settle(message.id, message.reply);
      if (!this.current) this.setState('idle');
    }
  }

  /** It ended by itself. */
  protected crash(): void {
    const wasReady = this.#state === 'idle' || this.#state === 'busy';
    this.shutdown();
    if (wasReady) for (const listener of this.#crashListeners) listener();
  }

  protected setState(state: KernelState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
