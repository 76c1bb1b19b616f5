import type { Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Journal } from '../src/journal/journal.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';
import { SCRATCH_URL } from '../src/wire/colab-site.ts';
import { connectionUrl, splitConnectionUrl } from '../src/wire/connection-url.ts';
import { tokenOf } from '../src/wire/keys.ts';
import { AgentName } from './agent/agent-name.ts';
import { createAgentServer } from './agent/agent-server.ts';
import { answerCall } from './agent/answer-call.ts';
import { notebookIdentity } from './agent/identity.ts';
import { inspectTab } from './agent/inspect-tab.ts';
import { ownTools } from './agent/own-tools.ts';
import { askForResources } from './agent/resources.ts';
import { ToolList } from './agent/tool-list.ts';
import { ConnectionOpener } from './browser/connection-opener.ts';
import { LastNotebook } from './browser/last-notebook.ts';
import { launchBrowser } from './browser/launch-browser.ts';
import { notebookUrl } from './browser/notebook-url.ts';
import type { BridgeOptions } from './cli/command-line.ts';
import type { OpenEndpoint } from './endpoint/open-endpoint.ts';
import type { OnSocket } from './endpoint/tab-endpoint.ts';
import { SaveFolder } from './files/save-folder.ts';
import type { Running } from './lifetime.ts';
import type { Timings } from './limits.ts';
import { TIMINGS } from './limits.ts';
import type { Log } from './log.ts';
import { statusOf } from './tabs/bridge-status.ts';
import { TabRegistry } from './tabs/tab-registry.ts';

export interface BridgeSurroundings {
  log: Log;
  /** To the agent. */
  transport: Transport;
  timings?: Timings;
}

export interface RunningBridge extends Running {
  /** When tabs can come in. Rejects when no port could be opened; the bridge is of no use then. */
  opened: Promise<OpenEndpoint>;
}

/** Puts the parts together: tabs on one side, the agent on the other. */
export function runBridge(options: BridgeOptions, around: BridgeSurroundings): RunningBridge {
  const { log, timings = TIMINGS } = around;
  const accept: OnSocket = (socket, proof) => {
    tabs.accept(socket, proof).catch((error) => {
      log.error(`A tab's socket was given up: ${String(error)}`);
      socket.terminate();
    });
  };
  // The agent is served meanwhile: ports, files and what they need are loaded and opened after it.
  const inside = { onsocket: accept, status: () => statusOf(tabs.present) };
  const opened = openLater().then((openEndpoint) => openEndpoint(options, log, inside));
  // Calls wait for it, and whoever runs the bridge is told.
  opened.catch(() => {});

  const home = options.colabUrl ?? SCRATCH_URL;
  const last = new LastNotebook(home);
  const agent = new AgentName();
  const urlFor = async (notebook?: string): Promise<string> => {
    const url = notebookUrl(notebook ?? last.url, home);
    const { keys, port } = await opened;
    const code = keys.newCode();
    log.hide(code.secret);
    const credentials = { token: tokenOf(code), port };
    return connectionUrl(url, { credentials, agent: agent.name, proof: await keys.proofFor(code, port) });
  };
  const tabs: TabRegistry = new TabRegistry({
    timings,
    log,
    opened,
    connectionUrl: urlFor,
    agent: () => agent.name,
    onaddress: (url) => last.note(url),
  });
  agent.onchange = (name) => tabs.tellAgent(name);
  /** Not with the very address: what a program is started with, everybody on the machine can read. */
  const launch = async (url: string): Promise<void> => {
    const { endpoint } = await opened;
    const { rest } = splitConnectionUrl(url);
    await launchBrowser(
      endpoint.openingTo(() => urlFor(rest ?? url)),
      options.browserCommand,
    );
  };
  const opener = new ConnectionOpener({ tabs, log, timings, launch: options.openBrowser ? launch : null });
  const answering = {
    tools: new ToolList(ownTools, options.toolGroups),
    parts: {
      tabs,
      opener,
      timings,
      connectionUrl: urlFor,
      last,
      agent,
      folder: new SaveFolder(options.saveDir),
    },
    rules: { policy: ALLOW_ALL, journal: new Journal() },
  };

  const agents = new Set<Server>();
  tabs.onchange = () => {
    for (const agent of agents) {
      agent.sendToolListChanged().catch(() => {});
      agent.sendResourceListChanged().catch(() => {});
    }
  };
  tabs.onresource = (uri) => {
    for (const agent of agents) agent.sendResourceUpdated({ uri }).catch(() => {});
  };
  const agentSide = serveStdio(
    () => {
      const server = createAgentServer({
        identity: notebookIdentity,
        agent,
        listed: () => answering.tools.listed(tabs.tools),
        answer: (call) => answerCall(answering, call),
        askForResources: (method, params, signal) => askForResources(tabs, method, params, signal),
        inspect: (method, params, call) => inspectTab(tabs, method, params, call),
      });
      agents.add(server);
      server.onclose = () => agents.delete(server);
      return server;
    },
    { transport: around.transport, onerror: (error) => log.warn(error.message) },
  );

  const atEndpoint = (what: (endpoint: OpenEndpoint['endpoint']) => void): Promise<void> =>
    opened.then(
      ({ endpoint }) => what(endpoint),
      () => {},
    );
  return {
    opened,
    close: async () => {
      tabs.close();
      await atEndpoint((endpoint) => endpoint.close());
      await agentSide.close();
    },
    terminate: () => void atEndpoint((endpoint) => endpoint.terminate()),
  };
}

async function openLater(): Promise<typeof import('./endpoint/open-endpoint.ts').openEndpoint> {
  const { openEndpoint } = await import('./endpoint/open-endpoint.ts');
  return openEndpoint;
}
