import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Log } from '../../bridge/log.ts';
import { JupyterServer } from '../../bridge/runtime/jupyter-server.ts';
import { KernelLife } from '../../bridge/runtime/kernel-life.ts';
import { kernelSocket } from '../../bridge/runtime/kernel-socket.ts';
import { runtimeAddress } from '../../bridge/runtime/runtime-address.ts';
import { startJupyterServer } from '../../playground/server/jupyter/jupyter-process.ts';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { RuntimeServer } from '../support/runtime-server.ts';
import { addressOf } from '../support/runtime-server.ts';

/** The client library asks once by itself, and so do we. */
const BOTH = 2;

/** Of how many answers only the reply comes, and nothing that the kernel tells everybody. */
interface Fault {
  halves: number;
  cut: () => void;
}

/** As on a server that connects to a kernel that has just been restarted, and thinks that it still computes. */
function halfDeafSocket(token: string, fault: Fault) {
  return class HalfDeafSocket extends kernelSocket(token, () => {}) {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === 'open') fault.cut = () => this.terminate();
      if (event === 'message' && fault.halves > 0) {
        if (!textOf(args[0]).includes('"kernel_info_reply"')) return true;
        fault.halves -= 1;
      }
      return super.emit(event, ...args);
    }
  };
}

/** Newer servers send bytes, older ones text. */
function textOf(data: unknown): string {
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('latin1') : String(data);
}

const python = await findJupyter();

describe.skipIf(!python)('a kernel of which only half an answer comes', () => {
  let jupyter: RuntimeServer;
  let server: JupyterServer;
  let life: KernelLife;
  const fault: Fault = { halves: 0, cut: () => {} };

  beforeAll(async () => {
    jupyter = await startJupyterServer(python ?? 'python3');
    const address = runtimeAddress(addressOf(jupyter));
    if (!address) throw new Error('No address.');
    server = new JupyterServer(address, new Log(undefined, { write: () => {} }));
    Object.assign(server.settings, { WebSocket: halfDeafSocket(jupyter.token, fault) });
  });
  afterEach(() => life.end({ reason: 'The test is over.', isGone: false }));
  afterAll(() => jupyter?.close());

  it('is asked again when it is new', async () => {
    fault.halves = BOTH;
    life = new KernelLife(await server.start(), server);
    await life.open(true);
    expect(fault.halves).toBe(0);
    const future = life.connection.requestExecute({ code: '1 + 1' });
    expect((await future.done).content.status).toBe('ok');
  });

  it('is known for another when it was restarted while nobody was connected', async () => {
    life = new KernelLife(await server.start(), server);
    await life.open(true);
    fault.halves = Number.POSITIVE_INFINITY;
    await server.restart(life.id);
    expect(life.isOver).toBe(false);
    fault.cut();
    expect(await life.ended).toMatchObject({ reason: expect.stringContaining('restarted'), isGone: true });
  });
});
