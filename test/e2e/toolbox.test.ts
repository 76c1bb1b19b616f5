import { afterAll, beforeAll, describe } from 'vitest';
import { startJupyterServer } from '../../playground/server/jupyter/jupyter-process.ts';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { startHeadless } from '../support/headless-agent.ts';
import { findKernelGateway, startKernelGateway } from '../support/kernel-gateway.ts';
import type { RuntimeServer } from '../support/runtime-server.ts';
import { addressOf } from '../support/runtime-server.ts';
import { startStack } from '../support/stack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolboxSuite } from './toolbox-suite.ts';

type Closer = () => Promise<unknown>;
type Start = (folder: string, closers: Closer[]) => Promise<Agent>;

/** Everything from the agent to the kernel behind a notebook in a browser. */
const inBrowser =
  (kernel: 'pyodide' | 'jupyter'): Start =>
  async (saveDir, closers) => {
    const stack = await startStack({ kernel, saveDir });
    closers.push(() => stack.close());
    return createAgent(callerOf(stack.client));
  };

/** The same tools in the bridge itself, on a server that speaks Jupyter's protocol. */
const headless =
  (start: () => Promise<RuntimeServer>): Start =>
  async (saveDir, closers) => {
    const server = await start();
    closers.push(() => server.close());
    const agent = await startHeadless(addressOf(server), '--save-dir', saveDir);
    closers.push(() => agent.close());
    return agent;
  };

const python = await findJupyter();
const gateway = await findKernelGateway();
// Where there is no Jupyter, jupyter.test.ts says so.
const places: ReadonlyArray<readonly [string, Start]> = [
  ['in a notebook, on Pyodide', inBrowser('pyodide')],
  ...(python
    ? ([
        ['in a notebook, on IPython', inBrowser('jupyter')],
        ['without a browser, on a Jupyter server', headless(() => startJupyterServer(python))],
      ] as const)
    : []),
  ...(gateway
    ? ([['without a browser, on a Kernel Gateway', headless(() => startKernelGateway(gateway))]] as const)
    : []),
];

describe.each(places)('the tools that need a kernel alone, %s', (name, start) => {
  const closers: Closer[] = [];
  let agent: Agent;
  let folder = '';
  beforeAll(async () => {
    const temporary = await temporaryFolder('toolbox');
    folder = temporary.path;
    closers.push(() => temporary.remove());
    agent = await start(folder, closers);
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  toolboxSuite(() => ({ agent, folder, isIPython: !name.includes('Pyodide') }));
});
