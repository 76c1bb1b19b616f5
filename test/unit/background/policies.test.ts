import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetPolicy,
  heldPolicyOf,
  lastPolicyOf,
  policyOf,
  setPolicy,
} from '../../../background/policies.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const [TAB, OTHER_TAB] = [7, 8];
const PAUSED: Policy = { paused: true, denied: [] };
const READ_ONLY: Policy = { paused: false, denied: ['edit', 'run'] };

describe('what the user lets agents do in a tab', () => {
  beforeEach(() => fakeBrowser.reset());

  it('is everything, as long as the user has not said otherwise', async () => {
    expect(await policyOf(TAB, 'one')).toEqual(ALLOW_ALL);
    expect(await lastPolicyOf(TAB)).toEqual(ALLOW_ALL);
    expect(await fakeBrowser.storage.session.get()).toEqual({});
  });

  it('is what the user said last, of this tab alone', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    await setPolicy(OTHER_TAB, 'one', READ_ONLY);
    expect(await policyOf(TAB, 'one')).toEqual(PAUSED);
    expect(await policyOf(OTHER_TAB, 'one')).toEqual(READ_ONLY);
    await setPolicy(TAB, 'one', READ_ONLY);
    expect(await policyOf(TAB, 'one')).toEqual(READ_ONLY);
    expect(await lastPolicyOf(TAB)).toEqual(READ_ONLY);
  });

  it('holds while the tab shows the same notebook, also when it is loaded again', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    for (let load = 0; load < 3; load += 1) expect(await policyOf(TAB, 'one')).toEqual(PAUSED);
  });

  it('is forgotten with the notebook: also when the tab comes back to it', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    await setPolicy(OTHER_TAB, 'one', PAUSED);
    expect(await policyOf(TAB, 'two')).toEqual(ALLOW_ALL);
    expect(await lastPolicyOf(TAB)).toEqual(ALLOW_ALL);
    expect(await policyOf(TAB, 'one')).toEqual(ALLOW_ALL);
    expect(await policyOf(OTHER_TAB, 'one')).toEqual(PAUSED);
  });

  it('can be asked for without being forgotten', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    expect(await heldPolicyOf(TAB, 'two')).toEqual(ALLOW_ALL);
    expect(await heldPolicyOf(TAB, 'one')).toEqual(PAUSED);
    expect(await heldPolicyOf(OTHER_TAB, 'one')).toEqual(ALLOW_ALL);
  });

  it('is forgotten with the tab, and leaves nothing behind', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    await setPolicy(OTHER_TAB, 'one', READ_ONLY);
    await forgetPolicy(TAB);
    expect(await lastPolicyOf(TAB)).toEqual(ALLOW_ALL);
    expect(await lastPolicyOf(OTHER_TAB)).toEqual(READ_ONLY);
    await forgetPolicy(OTHER_TAB);
    expect(await fakeBrowser.storage.session.get()).toEqual({});
  });

  it('is not undone by what happens to other tabs at the same time', async () => {
    await setPolicy(OTHER_TAB, 'one', READ_ONLY);
    await Promise.all([forgetPolicy(OTHER_TAB), setPolicy(TAB, 'one', PAUSED), forgetPolicy(9)]);
    expect(await lastPolicyOf(TAB)).toEqual(PAUSED);
    expect(await lastPolicyOf(OTHER_TAB)).toEqual(ALLOW_ALL);
  });

  it('lives in memory only', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });
});
