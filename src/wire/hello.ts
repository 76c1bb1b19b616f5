import { isRecord } from './json.ts';

/**
 * The first frame our bridge sends on every new socket, answered by the extension's link itself.
 * It lets both ends tell "the same conversation on a new socket" from "somebody new":
 * the bridge by `linkId` (the tab's link outlives sockets), the link by `instance` (the bridge keeps
 * its port and token over a restart, but its request ids begin anew, so old answers must be dropped).
 * Servers that are not ours never send it; frontends that are not ours do not know it.
 */
export const HELLO_METHOD = 'cellwire/hello';

/** What the link tells a bridge that said hello, whenever the tab shows another notebook: `{ notebookId, notebookUrl }`. */
export const NOTEBOOK_METHOD = 'cellwire/notebook';

/** What the bridge tells the link when it learns, after its hello, for whom it speaks: `{ agent }`. */
export const AGENT_METHOD = 'cellwire/agent';

/** What the link tells the bridge when the user shuts the tab for it, or opens it again: `{ refused }`. */
export const REFUSED_METHOD = 'cellwire/refused';

/** A request of the bridge: let the user be asked, in the tab, whether it may come back. Answered with the user's word. */
export const ASK_METHOD = 'cellwire/ask';

/** How the user shut a tab for a server. Until the user opens it again, the link answers for the tab: with a no. */
export const REFUSALS = ['disconnected', 'not-now', 'stopped'] as const;

export type Refused = (typeof REFUSALS)[number];

/** The answer to `ASK_METHOD`. `unreachable`: the tab shows no notebook in which the user could be asked. */
export interface AskResult {
  answer: 'allowed' | 'refused' | 'unreachable';
}

/**
 * What the two halves, which are updated separately, expect of each other. Another number whenever halves of
 * before and after cannot work together; the same number fits, any other does not.
 */
export const PROTOCOL = 3;

/** That of halves which do not name theirs. */
const FIRST_PROTOCOL = 1;

export interface HelloParams {
  server: 'cellwire';
  version: string;
  protocol: number;
  /** Random, new with every bridge process. */
  instance: string;
  /** Ids of the requests whose answers the bridge still waits for: what was answered on a dead socket is due again. */
  awaiting: string[];
  /** What the agent calls itself. Null from a bridge that does not say. */
  agent: string | null;
  /** Names this bridge, over restarts. Null from one that does not say. */
  serverId: string | null;
  /** What the bridge made up for this socket, and its proof: see `keys.ts`. Null where the tab has named no key. */
  challenge: string | null;
  proof: string | null;
}

export interface HelloResult {
  linkId: string;
  extensionVersion: string;
  protocol: number;
  /** The notebook that the tab shows. Null from an extension that does not say, and while the user refuses. */
  notebookId: string | null;
  notebookUrl: string | null;
  /** Null: the tab is served. */
  refused: Refused | null;
  /** That it is the link which has the key. Null where it has named none. */
  proof: string | null;
  /** Those of `awaiting` that never reached this tab (sent on a socket that was already dead); the bridge sends them again. */
  missing: string[];
}

export function readHello(params: unknown): HelloParams | null {
  if (!isRecord(params) || typeof params.instance !== 'string') return null;
  return {
    server: 'cellwire',
    version: typeof params.version === 'string' ? params.version : 'unknown',
    protocol: protocolIn(params),
    instance: params.instance,
    awaiting: textsIn(params.awaiting),
    agent: textIn(params.agent),
    serverId: textIn(params.serverId),
    challenge: textIn(params.challenge),
    proof: textIn(params.proof),
  };
}

/** Null when it is no answer of our extension. */
export function readHelloResult(result: unknown): HelloResult | null {
  if (!isRecord(result)) return null;
  const { linkId, extensionVersion } = result;
  if (typeof linkId !== 'string' || typeof extensionVersion !== 'string') return null;
  return {
    linkId,
    extensionVersion,
    protocol: protocolIn(result),
    notebookId: textIn(result.notebookId),
    notebookUrl: textIn(result.notebookUrl),
    refused: refusedIn(result),
    proof: textIn(result.proof),
    missing: textsIn(result.missing),
  };
}

interface Half {
  version: string;
  protocol: number;
}

export interface Mismatch {
  sentence: string;
  /** What the user must do, as in "please …". */
  remedy: string;
}

/** Why these two cannot work together; null when they can. */
export function protocolMismatch(bridge: Half, extension: Half): Mismatch | null {
  if (bridge.protocol === extension.protocol) return null;
  return {
    sentence: `cellwire ${bridge.version} and the Cellwire extension ${extension.version} do not fit together`,
    remedy:
      bridge.protocol < extension.protocol
        ? 'update cellwire (npx cellwire@latest)'
        : 'update the Cellwire extension',
  };
}

function protocolIn({ protocol }: Record<string, unknown>): number {
  return typeof protocol === 'number' ? protocol : FIRST_PROTOCOL;
}

/** Null also for a word that is not known here: then the tab answers for itself. */
export function refusedIn({ refused }: Record<string, unknown>): Refused | null {
  return REFUSALS.find((known) => known === refused) ?? null;
}

export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function textsIn(list: unknown): string[] {
  const all: unknown[] = Array.isArray(list) ? list : [];
  return all.filter((one) => typeof one === 'string');
}
