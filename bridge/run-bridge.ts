import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAgentServer } from './agent/agent-server.ts';
import { StdioTransport } from './agent/stdio-transport.ts';
import { ToolList } from './agent/tool-list.ts';
import { connectionLink, notebookUrl, SCRATCH_NOTEBOOK } from './browser/connection-link.ts';
import { ConnectionOpener } from './browser/connection-opener.ts';
import { launchBrowser } from './browser/launch-browser.ts';
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

  const home = options.colabUrl ?? SCRATCH_NOTEBOOK;
  const linkFor = (url?: string): string => connectionLink(notebookUrl(url, home), { port, token });
  const hub = new TabHub({ timings, log, link: linkFor, remembered });
  const endpoint = new TabEndpoint(servers, {
    port,
    token,
    log,
    onsocket: (socket) => {
      hub.accept(socket).catch((error) => {
        log.error(`A tab's socket was given up: ${String(error)}`);
        socket.terminate();
      });
    },
  });

  const opener = new ConnectionOpener({
    hub,
    log,
    connectMs: timings.connectMs,
    returnForOpeningMs: timings.returnForOpeningMs,
    statusMs: timings.statusMs,
    launch: options.openBrowser ? (link) => launchBrowser(link, options.browserCommand) : null,
  });
  const tools = new ToolList([openConnectionTool(opener, linkFor)], options.toolGroups);

  const agents = new Set<Server>();
  hub.onchange = () => {
    for (const agent of agents) {
      agent.sendToolListChanged().catch(() => {});
      agent.sendResourceListChanged().catch(() => {});
    }
  };
  hub.onresource = (uri) => {
    for (const agent of agents) agent.sendResourceUpdated({ uri }).catch(() => {});
  };
  const agentSide = serveStdio(
    () => {
      const server = createAgentServer(hub, tools);
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
      hub.close();
      endpoint.close();
      await agentSide.close();
    },
    terminate: () => endpoint.terminate(),
  };
}
