import { get } from 'node:http';
import { connect } from 'node:net';
import type { Key } from '../../../../src/wire/keys.ts';
import { LOOPBACK_ADDRESSES } from '../../../../src/wire/socket.ts';
import { statusQuestion } from '../../../endpoint/status-request.ts';
import { BRIDGE_GREETING } from '../../../endpoint/tab-endpoint.ts';
import type { BridgeStatus } from '../../../tabs/bridge-status.ts';

const WITHIN_MS = 5_000;
/** More than a bridge with very many tabs has to say. */
const MOST_CHARS = 1_000_000;

export interface AskedBridge {
  /** `bridge`: it says that it is one of ours. `system`: nobody listens there, and nobody may. */
  holder: 'bridge' | 'stranger' | 'system';
  /** Null when it does not know our keys: it was started with another file, or is of an earlier version. */
  status: BridgeStatus | null;
}

/** Asks whatever has this port how it stands. */
export async function askBridge(port: number, keys: readonly Key[]): Promise<AskedBridge> {
  for (const host of LOOPBACK_ADDRESSES) {
    const greeting = await bodyOf(host, port, '/');
    if (!greeting?.startsWith(BRIDGE_GREETING)) continue;
    const key = keys.at(-1);
    if (!key) return { holder: 'bridge', status: null };
    const { path, read } = await statusQuestion(key, port);
    return { holder: 'bridge', status: read((await bodyOf(host, port, path)) ?? '') };
  }
  const answers = await Promise.all(LOOPBACK_ADDRESSES.map((host) => isAnswered(host, port)));
  return { holder: answers.includes(true) ? 'stranger' : 'system', status: null };
}

/** Whether anybody takes a connection there, whatever it speaks. */
function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: WITHIN_MS });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
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
