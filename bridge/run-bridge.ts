import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Journal } from '../src/journal/journal.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';
import { SCRATCH_URL } from '../src/wire/colab-site.ts';
import { connectionUrl } from '../src/wire/connection-url.ts';
import { createAgentServer } from './agent/agent-server.ts';
import { StdioTransport } from './agent/stdio-transport.ts';
import { ToolList } from './agent/tool-list.ts';
import { ConnectionOpener } from './browser/connection-opener.ts';
import { launchBrowser } from './browser/launch-browser.ts';
import { notebookUrl } from './browser/notebook-url.ts';
import { openConnectionTool } from './browser/open-connection-tool.ts';
import type { BridgeOptions } from './cli/command-line.ts';
import { defaultCredentialsFile } from './endpoint/credentials-file.ts';
import { openPort } from './endpoint/open-port.ts';
import { TabEndpoint } from './endpoint/tab-endpoint.ts';
import type { Timings } from './limits.ts';
import { TIMINGS } from './limits.ts';
import type { Log } from './log.ts';
import { TabHub } from './tabs/tab-hub.ts';

export interface BridgeSurroundings {
  log: Log;
  input: Readable;
  output: Writable;
  timings?: Timings;
}

export interface RunningBridge {
  /** Says goodbye to tabs and agent. */
  close: () => Promise<void>;
  /** Ends what did not heed the goodbye. */
  terminate: () => void;
}

/** Puts the parts together: tabs on one side, the agent on the other. */
export async function runBridge(options: BridgeOptions, around: BridgeSurroundings): Promise<RunningBridge> {
  const { log, timings = TIMINGS } = around;
  const { port, servers, token, remembered } = await openPort(
    options.tokenFile ?? defaultCredentialsFile(),
    options.port,
    log,
  );
  log.hide(token);

  const home = options.colabUrl ?? SCRATCH_URL;
  const urlFor = (notebook?: string): string => connectionUrl(notebookUrl(notebook, home), { port, token });
  const tabs = new TabHub({ timings, log, connectionUrl: urlFor, remembered });
  const endpoint = new TabEndpoint(servers, {
    port,
    token,
    log,
    onsocket: (socket) => {
      tabs.accept(socket).catch((error) => {
        log.error(`A tab's socket was given up: ${String(error)}`);
        socket.terminate();
      });
    },
  });

  const launch = (url: string): Promise<void> => launchBrowser(url, options.browserCommand);
  const opener = new ConnectionOpener({ tabs, log, timings, launch: options.openBrowser ? launch : null });
  const answering = {
    tools: new ToolList([openConnectionTool], options.toolGroups),
    parts: { tabs, opener, timings, connectionUrl: async (notebook?: string) => urlFor(notebook) },
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
      const server = createAgentServer(answering);
      agents.add(server);
      server.onclose = () => agents.delete(server);
      return server;
    },
    {
      transport: new StdioTransport(around.input, around.output),
      onerror: (error) => log.warn(error.message),
    },
  );
  log.info(`Listening for notebook tabs on port ${port}.`);

  return {
    close: async () => {
      tabs.close();
      endpoint.close();
      await agentSide.close();
    },
    terminate: () => endpoint.terminate(),
  };
}
