import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../src/wire/json.ts';
import type { Key } from '../../src/wire/keys.ts';
import { isSameProof, newChallenge, statusProof } from '../../src/wire/keys.ts';
import { CHALLENGE_PARAMETER, KEY_PARAMETER } from '../../src/wire/socket.ts';
import type { BridgeStatus } from '../tabs/bridge-status.ts';
import { readBridgeStatus } from '../tabs/bridge-status.ts';
import type { Keys } from './keys.ts';
import { CHALLENGE_FORM, neighbourRefusalOf, targetOf } from './upgrade-check.ts';

/** Where a bridge says how it stands, to who has read the file with its keys: `cellwire doctor` beside a running bridge. */
export const STATUS_PATH = '/status';
const PROOF_PARAMETER = 'cellwire_proof';

interface Asked {
  port: number;
  keys: Keys;
  status: () => BridgeStatus;
}

/** The bridge's side. */
export async function answerStatus(
  request: IncomingMessage,
  { port, keys, status }: Asked,
): Promise<{ status: number; sentence: string }> {
  const stranger = neighbourRefusalOf(request, port);
  if (stranger) return stranger;
  const given = targetOf(request)?.searchParams;
  const key = keys.byId(given?.get(KEY_PARAMETER) ?? '');
  const challenge = given?.get(CHALLENGE_PARAMETER) ?? '';
  const expected = key && CHALLENGE_FORM.test(challenge) ? await proofs(key, { challenge, port }) : null;
  if (!expected || !isSameProof(given?.get(PROOF_PARAMETER) ?? '', expected.asker)) {
    return { status: 401, sentence: 'Only who has a key of this bridge is told how it stands.' };
  }
  return { status: 200, sentence: JSON.stringify({ ...status(), proof: expected.bridge }) };
}

/** The asker's side: the path to ask for, and how to read the answer. */
export async function statusQuestion(
  key: Key,
  port: number,
): Promise<{ path: string; read: (body: string) => BridgeStatus | null }> {
  const challenge = newChallenge();
  const expected = await proofs(key, { challenge, port });
  const query = new URLSearchParams({
    [KEY_PARAMETER]: key.id,
    [CHALLENGE_PARAMETER]: challenge,
    [PROOF_PARAMETER]: expected.asker,
  });
  return {
    path: `${STATUS_PATH}?${query}`,
    read: (body) => {
      const said = jsonIn(body);
      // Whatever has taken the port of a bridge that ended cannot prove anything.
      const isOurs = isRecord(said) && isSameProof(String(said.proof), expected.bridge);
      return isOurs ? readBridgeStatus(said) : null;
    },
  };
}

async function proofs(
  key: Key,
  on: { challenge: string; port: number },
): Promise<{ asker: string; bridge: string }> {
  const [asker, bridge] = await Promise.all([statusProof(key, 'asker', on), statusProof(key, 'bridge', on)]);
  return { asker, bridge };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
