import type { BridgeOptions, HttpOptions } from '../cli/command-line.ts';
import type { Listening } from '../endpoint/listen.ts';
import { listenAnywhere, listenOn, PortTakenError } from '../endpoint/listen.ts';
import type { Running } from '../lifetime.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { SharedBridge } from '../shared-bridge.ts';
import { loadHttpCredentials, newHttpToken, saveHttpCredentials } from './http-credentials.ts';
import { HttpEndpoint, MCP_PATH } from './http-endpoint.ts';
import { asUrlHost, hostNamesFor, isLoopback } from './http-hosts.ts';
import { HttpSessions } from './http-sessions.ts';

/** An agent that has been silent for this long is gone. One that listens for news is not silent. */
const IDLE_MS = 30 * 60_000;

export interface RunningHttp extends Running {
  opened: Promise<{ url: string; token: string }>;
  bridge: SharedBridge;
}

/** The bridge for several agents, which come over HTTP and go as they like. */
export function serveHttp(
  options: BridgeOptions,
  http: HttpOptions,
  { log, timings, idleMs = IDLE_MS }: { log: Log; timings?: Timings; idleMs?: number },
): RunningHttp {
  const bridge = new SharedBridge(options, log, timings);
  const sessions = new HttpSessions({ seat: (id) => bridge.seat(id), log, idleMs });
  const listening = openHttp(http, log);
  const endpoint = listening.then(({ servers, token }) => {
    log.hide(token);
    return new HttpEndpoint(servers, {
      door: { token, hostNames: hostNamesFor(http.host ?? null) },
      answer: sessions.answer,
      log,
    });
  });
  endpoint.catch(() => {});
  const opened = Promise.all([listening, endpoint, bridge.opened]).then(([{ url, token, isKept }]) => {
    log.show(howToConnect(url, token, isKept ? http.tokenFile : null));
    if (http.host !== undefined && !isLoopback(http.host)) {
      log.warn('Other computers can reach this address, and what travels there is not encrypted.');
    }
    return { url, token };
  });
  opened.catch(() => {});
  return {
    opened,
    bridge,
    close: async () => {
      await sessions.close();
      await endpoint.then(
        (open) => open.close(),
        () => {},
      );
      await bridge.close();
    },
    terminate: () => {
      void endpoint.then(
        (open) => open.terminate(),
        () => {},
      );
      bridge.terminate();
    },
  };
}

async function openHttp({ port: wanted, host, tokenFile }: HttpOptions, log: Log) {
  const last = await loadHttpCredentials(tokenFile, log);
  const hosts = host === undefined || host === 'localhost' ? undefined : [host];
  const listening = await listenWhere(wanted ?? last?.port ?? null, wanted === undefined, hosts, log);
  const token = last?.token ?? newHttpToken();
  // A port that is asked for once does not change where agents look the next time, nor does one taken for another.
  const port = last?.port ?? listening.port;
  const isKept = await saveHttpCredentials(tokenFile, { port, token }, log);
  const [at = '127.0.0.1'] = hosts ?? [];
  const isAny = at === '0.0.0.0' || at === '::';
  const url = `http://${isAny ? '127.0.0.1' : asUrlHost(at)}:${listening.port}${MCP_PATH}`;
  return { ...listening, token, url, isKept };
}

async function listenWhere(
  port: number | null,
  mayBeAnother: boolean,
  hosts: readonly string[] | undefined,
  log: Log,
): Promise<Listening> {
  if (port === null) return listenAnywhere(hosts);
  try {
    return await listenOn(port, hosts);
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error;
    if (!mayBeAnother) {
      throw new Error(`Port ${port} is taken by another process. Choose another with --http-port.`);
    }
    log.warn(
      `Port ${port}, used last time, is taken (another bridge, perhaps): using a free one for this run.`,
    );
    return listenAnywhere(hosts);
  }
}

function howToConnect(url: string, token: string, file: string | null): string {
  const kept = file === null ? '' : `\nThe token is kept in ${file}; delete that file for a new one.`;
  return `Agents reach the bridge at ${url} (Streamable HTTP), with this header:
  Authorization: Bearer ${token}

For example:
  claude mcp add --transport http cellwire ${url} --header "Authorization: Bearer ${token}"
or in a client's JSON configuration:
  { "cellwire": { "type": "http", "url": "${url}", "headers": { "Authorization": "Bearer ${token}" } } }
${kept}
Whoever has the token works in your notebooks as your agents do. Ctrl+C ends the bridge.`;
}
