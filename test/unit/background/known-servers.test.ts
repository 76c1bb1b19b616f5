import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteKnown, serverThatCalls } from '../../../background/known-servers.ts';
import { addressProof, newKey, tokenOf } from '../../../src/wire/keys.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const PORT = 4711;
const paired = (serverId = 'the bridge') => ({ serverId, key: newKey() });

/** An address that the bridge with this key has made. */
async function calls(key = newKey(), code = newKey(), port = PORT) {
  const proof = `${key.id}.${await addressProof(key, code.id, port)}`;
  return { credentials: { token: tokenOf(code), port }, agent: null, proof };
}

describe('a bridge that was met before', () => {
  beforeEach(() => fakeBrowser.reset());

  it('is known by an address that it has made, with any of its keys', async () => {
    const [one, two, other] = [paired(), paired(), paired('another')];
    for (const known of [one, two, other]) await noteKnown(known);
    for (const known of [one, two, other]) {
      expect(await serverThatCalls(await calls(known.key))).toEqual(known);
    }
  });

  it('is not known by an address of somebody else', async () => {
    const known = paired();
    await noteKnown(known);
    const honest = await calls(known.key);
    for (const forged of [
      await calls(),
      await calls({ ...newKey(), id: known.key.id }),
      { ...honest, proof: null },
      { ...honest, proof: '' },
      { ...honest, proof: `${known.key.id}.${'p'.repeat(43)}` },
      { ...honest, credentials: { ...honest.credentials, port: PORT + 1 } },
      { ...honest, credentials: { ...honest.credentials, token: tokenOf(newKey()) } },
      { ...honest, credentials: { ...honest.credentials, token: 'of another kind' } },
    ]) {
      expect(await serverThatCalls(forged)).toBeNull();
    }
  });

  it('is kept on disk, once for each key, and the latest fifty', async () => {
    const first = paired();
    await noteKnown(first);
    const later = Array.from({ length: 49 }, () => paired());
    for (const known of later) await noteKnown(known);
    await noteKnown(first);
    expect(await fakeBrowser.storage.local.get()).toEqual({ knownServers: [...later, first] });
    await noteKnown(paired());
    expect(await serverThatCalls(await calls(later[0]?.key))).toBeNull();
  });

  it('is nobody when what is kept is not what we wrote', async () => {
    await fakeBrowser.storage.local.set({ knownServers: [null, 7, {}, { serverId: 'x' }] });
    expect(await serverThatCalls(await calls())).toBeNull();
  });
});
