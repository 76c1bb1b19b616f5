import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPolicies, policyOf, setPolicy } from '../../../background/policies.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const [TAB, OTHER_TAB] = [7, 77];
const PAUSED: Policy = { ...ALLOW_ALL, paused: true };
const READ_ONLY: Policy = denying('edit', 'run');

describe('what the user lets agents do in a tab', () => {
  beforeEach(() => fakeBrowser.reset());

  it('is everything, as long as the user has not said otherwise', async () => {
    expect(await policyOf(TAB, 'one')).toEqual(ALLOW_ALL);
    expect(await fakeBrowser.storage.session.get()).toEqual({});
  });

  it('is what the user said last, of this tab alone', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    await setPolicy(OTHER_TAB, 'one', READ_ONLY);
    expect(await policyOf(TAB, 'one')).toEqual(PAUSED);
    expect(await policyOf(OTHER_TAB, 'one')).toEqual(READ_ONLY);
    await setPolicy(TAB, 'one', READ_ONLY);
    expect(await policyOf(TAB, 'one')).toEqual(READ_ONLY);
  });

  it('is of this notebook alone, and holds when the tab comes back to it', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    expect(await policyOf(TAB, 'two')).toEqual(ALLOW_ALL);
    await setPolicy(TAB, 'two', READ_ONLY);
    expect(await policyOf(TAB, 'one')).toEqual(PAUSED);
  });

  it('is forgotten with the tab, of all its notebooks, and of no other tab', async () => {
    await setPolicy(TAB, 'one', PAUSED);
    await setPolicy(TAB, 'two', PAUSED);
    await setPolicy(OTHER_TAB, 'one', READ_ONLY);
    await fakeBrowser.storage.session.set({ links: [] });
    await forgetPolicies(TAB);
    expect(await policyOf(TAB, 'one')).toEqual(ALLOW_ALL);
    expect(await policyOf(TAB, 'two')).toEqual(ALLOW_ALL);
    expect(await policyOf(OTHER_TAB, 'one')).toEqual(READ_ONLY);
    expect(await fakeBrowser.storage.session.get()).toMatchObject({ links: [] });
  });
});
