import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { SCRATCH } from '../support/open-notebook.ts';

export type SocketFault = 'close' | 'reset' | 'cut-sending' | 'cut-receiving' | 'half-open';

const SOCKET_FAULTS = new URL('./socket-faults.mjs', import.meta.url).href;

/** One bridge after the other, with the same port and keys, and what can happen to their process and sockets. */
export class BridgeUnderFault {
  readonly #folder: string;
  #bridge: Promise<RunningBridge>;
  #starts = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#bridge = this.#start();
  }

  /** The one that runs, or is being started. */
  get current(): Promise<RunningBridge> {
    return this.#bridge;
  }

  /** `meanwhile` is done before the next one starts. */
  async killAndRestart(meanwhile: () => Promise<void>): Promise<void> {
    const before = await this.#bridge;
    let start: (bridge: Promise<RunningBridge>) => void = () => {};
    this.#bridge = new Promise((resolve) => {
      start = resolve;
    });
    await before.kill();
    await meanwhile();
    start(this.#start());
    await this.#bridge;
    await before.close();
  }

  async stopFor(ms: number): Promise<void> {
    const { pid } = await this.#bridge;
    process.kill(pid, 'SIGSTOP');
    try {
      await new Promise((resolve) => setTimeout(resolve, ms));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  async onSockets(fault: SocketFault, ms = 0): Promise<void> {
    await this.#bridge;
    const connection = connect(this.#orders);
    connection.end(JSON.stringify({ fault, ms }));
    connection.resume();
    await once(connection, 'close');
  }

  async close(): Promise<void> {
    await (await this.#bridge).close();
  }

  get #orders(): string {
    return join(this.#folder, `faults-${this.#starts}`);
  }

  #start(): Promise<RunningBridge> {
    this.#starts += 1;
    return startBridge({
      colabUrl: SCRATCH,
      tokenFile: join(this.#folder, 'bridge.json'),
      nodeArguments: ['--import', SOCKET_FAULTS],
      env: { CELLWIRE_FAULTS: this.#orders },
    });
  }
}
