import { isRecord } from './json.ts';

/**
 * The first frame our bridge sends on every new socket, answered by the extension's link itself.
 * It lets both ends tell "the same conversation on a new socket" from "somebody new":
 * the bridge by `linkId` (the tab's link outlives sockets), the link by `instance` (the bridge keeps
 * its port and token over a restart, but its request ids begin anew, so old answers must be dropped).
 * Servers that are not ours never send it; frontends that are not ours do not know it.
 */
export const HELLO_METHOD = 'cellwire/hello';

/** What the link tells a bridge that said hello, whenever the tab shows another notebook: `{ notebookId }`. */
export const NOTEBOOK_METHOD = 'cellwire/notebook';

/**
 * What the two halves, which are updated separately, expect of each other. Another number whenever halves of
 * before and after cannot work together; the same number fits, any other does not.
 */
export const PROTOCOL = 2;

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
}

export interface HelloResult {
  linkId: string;
  extensionVersion: string;
  protocol: number;
  /** The notebook that the tab shows. Null from an extension that does not say. */
  notebookId: string | null;
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
  };
}

/** Null when it is no answer of our extension. */
export function readHelloResult(result: unknown): HelloResult | null {
  if (!isRecord(result)) return null;
  const { linkId, extensionVersion, notebookId } = result;
  if (typeof linkId !== 'string' || typeof extensionVersion !== 'string') return null;
  return {
    linkId,
    extensionVersion,
    protocol: protocolIn(result),
    notebookId: typeof notebookId === 'string' ? notebookId : null,
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

function textsIn(list: unknown): string[] {
  const all: unknown[] = Array.isArray(list) ? list : [];
  return all.filter((one) => typeof one === 'string');
}
