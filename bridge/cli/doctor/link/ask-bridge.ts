import { get } from 'node:http';
import type { Key } from '../../../../src/wire/keys.ts';
import { LOOPBACK_ADDRESSES } from '../../../../src/wire/socket.ts';
import { statusQuestion } from '../../../endpoint/status-request.ts';
import { BRIDGE_GREETING } from '../../../endpoint/tab-endpoint.ts';
import type { BridgeStatus } from '../../../tabs/bridge-status.ts';

const WITHIN_MS = 2_000;
/** More than a bridge with very many tabs has to say. */
const MOST_CHARS = 1_000_000;

export interface AskedBridge {
  /** Whether what has the port says that it is a bridge of ours. */
  isBridge: boolean;
  /** Null when it does not know our keys: it was started with another file, or is of an earlier version. */
  status: BridgeStatus | null;
}

/** Asks whatever has this port how it stands. */
export async function askBridge(port: number, keys: readonly Key[]): Promise<AskedBridge> {
  for (const host of LOOPBACK_ADDRESSES) {
    const greeting = await bodyOf(host, port, '/');
    if (!greeting?.startsWith(BRIDGE_GREETING)) continue;
    const key = keys.at(-1);
    if (!key) return { isBridge: true, status: null };
    const { path, read } = await statusQuestion(key, port);
    return { isBridge: true, status: read((await bodyOf(host, port, path)) ?? '') };
  }
  return { isBridge: false, status: null };
}

/** Null when there is no answer, or one that never ends. */
function bodyOf(host: string, port: number, path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const address = `http://${host}:${port}${path}`;
    const request = get(address, { agent: false, signal: AbortSignal.timeout(WITHIN_MS) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > MOST_CHARS) request.destroy();
      });
      response.on('end', () => resolve(text));
      response.on('close', () => resolve(null));
    });
    request.on('error', () => resolve(null));
  });
}
