import { KernelAPI, KernelSpecAPI, ServerConnection } from '@jupyterlab/services';
import { Failure } from '../../src/notebook/failure.ts';
import type { Log } from '../log.ts';
import { kernelSocket } from './kernel-socket.ts';
import type { RuntimeAddress } from './runtime-address.ts';

const ANSWER_MS = 10_000;
/** A cluster first has to find a place for a kernel. */
const START_MS = 180_000;

const CHECK_ADDRESS =
  'Nothing was run. Ask the user to start the server, or to give Cellwire its right address and token (--runtime or CELLWIRE_RUNTIME).';

/** The REST interface of a Jupyter server or gateway. What fails is told as a `Failure`. */
export class JupyterServer {
  readonly settings: ServerConnection.ISettings;
  readonly #address: RuntimeAddress;

  constructor(address: RuntimeAddress, log: Log) {
    this.#address = address;
    const settings = ServerConnection.makeSettings({
      baseUrl: address.baseUrl,
      token: address.token,
      // It is in a header of the socket.
      appendToken: false,
      fetch: fetchInTime,
    });
    const WebSocket = kernelSocket(address.token, (error) =>
      log.warn(`A message of the kernel was not understood: ${String(error)}`),
    );
    // Not among the options: for the compiler only a browser's socket is one, though `ws` is what is used by default.
    this.settings = Object.assign(settings, { WebSocket });
  }

  /** The kinds of kernels that it has; the way to find out whether it is there, and lets us in. */
  async kernelNames(): Promise<{ names: string[]; default: string }> {
    const specs = await this.#ask(KernelSpecAPI.getSpecs(this.settings));
    return { names: Object.keys(specs.kernelspecs), default: specs.default };
  }

  async start(): Promise<KernelAPI.IModel> {
    const name = this.#address.kernelName ?? (await this.kernelNames()).default;
    return this.#ask(KernelAPI.startNew({ name, ...launchEnvironment() }, this.settings));
  }

  /** Undefined when there is no such kernel, or only what is left of it. */
  async find(id: string): Promise<KernelAPI.IModel | undefined> {
    const model = await this.#ask(KernelAPI.getKernelModel(id, this.settings));
    return model?.execution_state === 'dead' ? undefined : model;
  }

  interrupt(id: string): Promise<void> {
    return this.#ask(KernelAPI.interruptKernel(id, this.settings));
  }

  restart(id: string): Promise<void> {
    return this.#ask(KernelAPI.restartKernel(id, this.settings));
  }

  shutDown(id: string): Promise<void> {
    return this.#ask(KernelAPI.shutdownKernel(id, this.settings));
  }

  async #ask<Answer>(question: Promise<Answer>): Promise<Answer> {
    try {
      return await question;
    } catch (thrown) {
      throw this.#failureOf(thrown);
    }
  }

  #failureOf(thrown: unknown): Failure {
    const { baseUrl } = this.#address;
    if (thrown instanceof ServerConnection.NetworkError) {
      return new Failure(
        'not_connected',
        `The Jupyter server at ${baseUrl} cannot be reached: ${thrown.message}.`,
        CHECK_ADDRESS,
      );
    }
    if (thrown instanceof ServerConnection.ResponseError) {
      const { status } = thrown.response;
      const isRefused = status === 401 || status === 403;
      const why = isRefused ? 'refuses the token' : `answered ${status}: ${thrown.message}`;
      return new Failure('not_connected', `The Jupyter server at ${baseUrl} ${why}.`, CHECK_ADDRESS);
    }
    // A page for people instead of JSON: a proxy that asks for a password, or another program.
    const what = thrown instanceof Error ? thrown.message : String(thrown);
    return new Failure('not_connected', `There is no Jupyter server at ${baseUrl}: ${what}.`, CHECK_ADDRESS);
  }
}

/** As Jupyter's own gateway client does: KERNEL_USERNAME, KERNEL_NAMESPACE and the like say how a cluster starts it. */
function launchEnvironment(): { env?: Record<string, string | undefined> } {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('KERNEL_'));
  return given.length === 0 ? {} : { env: Object.fromEntries(given) };
}

async function fetchInTime(input: string | URL | Request): Promise<Response> {
  const isStart = input instanceof Request && input.method === 'POST';
  const limit = isStart ? START_MS : ANSWER_MS;
  try {
    return await fetch(input, { signal: AbortSignal.timeout(limit) });
  } catch (error) {
    throw new Error(causeOf(error, limit));
  }
}

/** "fetch failed" says nothing; what it failed of is behind it. */
function causeOf(error: unknown, limit: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${limit / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
