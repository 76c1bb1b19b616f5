import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { FailureData } from '../../../src/notebook/failure.ts';
import { isRecord } from '../../../src/wire/json.ts';
import { StdioTransport } from '../../agent/stdio-transport.ts';
import { TIMINGS } from '../../limits.ts';
import { Log } from '../../log.ts';
import { runBridge } from '../../run-bridge.ts';
import { VERSION } from '../../version.ts';
import type { BridgeOptions } from '../command-line.ts';

type Payload = Record<string, unknown>;

interface Waiting {
  resolve: (result: Payload) => void;
  reject: (reason: Error) => void;
  onProgress: (message: string) => void;
}

const PROTOCOL_VERSION = '2025-11-25';
/** How the user knows us in the page, when it asks. */
const NAME = 'cellwire canary';

/** Who waits for the notebook is a person, who may have to sign in, and to allow it in the page. */
const PATIENT = { ...TIMINGS, connectMs: 5 * 60_000 };

/** The bridge as an agent has it, with this program itself as the agent. */
export class OwnAgent {
  readonly #bridge: ReturnType<typeof runBridge>;
  readonly #input = new PassThrough();
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  private constructor(options: BridgeOptions) {
    const output = new PassThrough();
    const transport = new StdioTransport(this.#input, output);
    this.#bridge = runBridge(options, { log: new Log(options.logFile), transport, timings: PATIENT });
    createInterface(output).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  static async start(options: BridgeOptions): Promise<OwnAgent> {
    const agent = new OwnAgent(options);
    await agent.#bridge.opened;
    await agent.ask('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: NAME, version: VERSION },
    });
    agent.#send({ method: 'notifications/initialized' });
    return agent;
  }

  ask(method: string, params: Payload, onProgress: (message: string) => void = () => {}): Promise<Payload> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#send({ id, method, params: { ...params, _meta: { progressToken: id } } });
    });
  }

  async close(): Promise<void> {
    await this.#bridge.close();
  }

  #send(message: Payload): void {
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(message: unknown): void {
    if (!isRecord(message)) return;
    const { method, id, result, error, params } = message;
    if (method === 'notifications/progress' && isRecord(params)) {
      this.#waiting.get(Number(params.progressToken))?.onProgress(String(params.message ?? ''));
      return;
    }
    if (method !== undefined) return;
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (isRecord(result)) waiting?.resolve(result);
    else waiting?.reject(new Error(isRecord(error) ? String(error.message) : 'No answer came.'));
  }
}

/** What went wrong, as a tool's result or an inspection's answer says it; null when nothing did. */
export function failureIn(answer: Payload): Pick<FailureData, 'message' | 'next'> | null {
  const { failure, structuredContent, isError } = answer;
  const told = failure ?? (isError === true && isRecord(structuredContent) ? structuredContent.error : null);
  return isRecord(told) ? { message: String(told.message), next: String(told.next) } : null;
}
