import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { Log } from '../../bridge/log.ts';
import { jupyterKernel } from '../../bridge/runtime/jupyter-kernel.ts';
import { runtimeAddress } from '../../bridge/runtime/runtime-address.ts';
import { freePort } from '../../playground/server/jupyter/free-port.ts';
import { startJupyterServer } from '../../playground/server/jupyter/jupyter-process.ts';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { callerOf, createAgent, objectIn, printed } from '../support/agent.ts';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { startHeadless } from '../support/headless-agent.ts';
import { onPosix } from '../support/on-posix.ts';
import type { RuntimeServer } from '../support/runtime-server.ts';
import { addressOf, gone, kernelsOf } from '../support/runtime-server.ts';
import { describeRuntime } from './headless-suite.ts';

const python = await findJupyter();

describeRuntime(
  python ? (given) => startJupyterServer(python, given) : null,
  'a Jupyter server',
  describeProcess,
);

async function restarts(server: RuntimeServer): Promise<void> {
  const address = runtimeAddress(addressOf(server));
  if (!address) throw new Error('No address.');
  const kernel = jupyterKernel(address, new Log(undefined, { write: () => {} }));
  const before = await kernel.connect({});
  expect(before).toMatchObject({ state: 'idle' });
  const run = kernel.execute({ code: 'import time\ntime.sleep(60)' });
  await pause(200);
  const after = await kernel.restart();
  expect(await run).toMatchObject({ status: 'lost', reason: expect.stringContaining('restarted') });
  expect(after).toMatchObject({ state: 'idle', kernel: objectIn({ ...before }, 'kernel') });
  expect(objectIn({ after }, 'after').session).not.toBe(objectIn({ before }, 'before').session);
  expect(await kernel.execute({ code: 'time.time()' })).toMatchObject({ status: 'error', executionCount: 1 });
  expect(kernel.takeNotices()).toEqual([expect.stringContaining('are gone')]);
  await expect(kernel.connect({ accelerator: 'T4' })).rejects.toMatchObject({ kind: 'unsupported' });
  await kernel.close();
}

/** The built bridge as an MCP client starts it, with nothing but the environment. */
function describeProcess(server: () => RuntimeServer): void {
  it('restarts a kernel: the same one, with nothing of before', () => restarts(server()));

  it('runs a loop that leaves nothing in the history', async () => {
    const agent = await startHeadless(addressOf(server()));
    try {
      await agent.use('execute_code', {
        code: `import os, tempfile\nos.environ["HOME"] = os.environ["CELLWIRE_STATE_DIR"] = tempfile.mkdtemp()\n"mine"`,
      });
      const loop = { name: 'history', items: 'range(3)', body: 'print("item", item)\nitem' };
      const end = await agent.use('run_chunked', loop);
      expect(end).toMatchObject({ status: 'ok', done: 3, results: [0, 1, 2] });
      expect(printed(await agent.use('get_run', { runId: String(end.runId) }))).toContain('item 2');
      const run = await agent.use('execute_code', {
        code: 'print(_, len(_i) < 500, len(In) - 1, get_ipython().execution_count)',
      });
      expect(printed(run)).toBe('mine True 2 2\n');
    } finally {
      await agent.close();
    }
  });

  onPosix.it.each([
    ['is idle', 'print("begun")', 'end of input'],
    ['computes', 'import time\nprint("begun", flush=True)\ntime.sleep(60)', 'SIGTERM'],
  ])('takes its kernel along when the process ends while it %s', async (_, code, how) => {
    const before = await kernelsOf(server());
    const env = { ...process.env, CELLWIRE_RUNTIME: addressOf(server()) };
    const child = spawn(process.execPath, [BRIDGE_FILE], { env });
    const exit = once(child, 'exit');
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const wrong: Error[] = [];
    const transport = new StdioTransport(child.stdout, child.stdin);
    const client = new Client({ name: 'cellwire-tests', version: '1.0.0' });
    await client.connect(transport);
    client.onerror = (error) => wrong.push(error);
    expect(client.getInstructions()).toContain('without a browser');
    const agent = createAgent(callerOf(client));
    const { runId } = await agent.use('execute_code', { code, wait: false });
    await agent.use('get_run', { runId, until: 'output', waitSeconds: 15 });
    const added = (await kernelsOf(server())).filter((id) => !before.includes(id));
    expect(added).toHaveLength(1);
    if (how === 'SIGTERM') child.kill('SIGTERM');
    else child.stdin.end();
    expect(await exit).toEqual([0, null]);
    expect(await gone(server(), added)).toBe(true);
    // Stdout has held nothing but the protocol, and nothing has held the token.
    expect(wrong).toEqual([]);
    expect(said).toContain(`Serving the runtime at ${server().url}`);
    expect(said).not.toContain(server().token);
  });
}

it('says that a server is not there, and what to do', async () => {
  const agent = await startHeadless(`http://127.0.0.1:${await freePort()}/?token=secret-token`);
  const failure = await agent.fail('execute_code', { code: '1' });
  expect(failure.kind).toBe('not_connected');
  expect(failure.message).toMatch(
    /^The Jupyter server at http:\/\/127\.0\.0\.1:\d+\/ cannot be reached: .*ECONNREFUSED/,
  );
  expect(failure.next).toContain('Nothing was run.');
  expect(await agent.use('get_status')).toMatchObject({ connected: false });
  await agent.close();
});
