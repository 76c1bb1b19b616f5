import { randomBytes } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Agent } from '../../src/agents/agent.ts';
import { Journal } from '../../src/journal/journal.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import { Runner } from '../../src/runs/runner.ts';
import { runtimeTools } from '../../src/tools/catalogue.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { ToolGroup } from '../../src/tools/tool.ts';
import { AgentName } from '../agent/agent-name.ts';
import { createAgentServer } from '../agent/agent-server.ts';
import { runtimeIdentity } from '../agent/identity.ts';
import type { BridgeOptions } from '../cli/command-line.ts';
import { SaveFolder } from '../files/save-folder.ts';
import type { Running } from '../lifetime.ts';
import type { Log } from '../log.ts';
import { answerRuntimeCall } from './answer-runtime-call.ts';
import { getRuntimeStatus } from './get-runtime-status.ts';
import { jupyterKernel } from './jupyter-kernel.ts';
import { NO_CELLS } from './no-cells.ts';
import { askForRunOutputs } from './run-outputs.ts';
import type { RuntimeAddress } from './runtime-address.ts';

/** Stands where a notebook's id would: in run ids and addresses. */
const RUNTIME_ID = 'runtime';

/** The agent on one side, a kernel on the other, and no browser in between. */
export function runHeadless(
  address: RuntimeAddress,
  { toolGroups: groups, saveDir }: Pick<BridgeOptions, 'toolGroups' | 'saveDir'>,
  { log, transport }: { log: Log; transport: Transport },
): Running {
  if (address.token !== '') log.hide(address.token);
  const kernel = jupyterKernel(address, log);
  const name = new AgentName();
  const journal = new Journal();
  const runs = new Runner(NO_CELLS, kernel, `${RUNTIME_ID}-${randomBytes(2).toString('hex')}`);
  const isOffered = ({ group }: { group: ToolGroup }): boolean => groups === null || groups.has(group);
  const tools = [getRuntimeStatus(address.baseUrl), ...runtimeTools.filter(isOffered)];
  const agent = (): Agent => ({ id: 'agent', name: name.name, colour: 0 });
  const services = {
    identity: runtimeIdentity,
    agent: name,
    listed: () => tools.map(listingOf),
    answer: answerRuntimeCall(tools, new SaveFolder(saveDir), () => ({
      context: { agent: agent(), kernel, runs, started: () => {}, notebookId: RUNTIME_ID },
      rules: {
        // Nobody is there to be asked: whoever gave the address of the server gave leave to use it.
        policy: ALLOW_ALL,
        journal,
        agent: agent(),
        conclude: async (_call, failure) => ({ failure, notices: kernel.takeNotices() }),
      },
    })),
    askForResources: askForRunOutputs(RUNTIME_ID, runs),
  };
  const agentSide = serveStdio(() => createAgentServer(services), {
    transport,
    onerror: (error) => log.warn(error.message),
  });
  log.info(`Serving the runtime at ${address.baseUrl}, without a browser.`);
  return {
    opened: Promise.resolve(),
    close: async () => {
      // The kernel first: whoever ends us may lose patience.
      await kernel.close().catch((error) => log.warn(`The kernel may still run: ${String(error)}`));
      await agentSide.close();
    },
    terminate: () => {},
  };
}
