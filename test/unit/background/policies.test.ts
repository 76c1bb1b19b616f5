import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPolicies, policyOf, setDefault, setPolicy } from '../../../background/policies.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import { MINE, OTHER, SCRATCH } from './link-steps.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const [TAB, OTHER_TAB] = [7, 77];
const PAUSED: Policy = { ...DEFAULT_POLICY, paused: true };
const READ_ONLY: Policy = denying('edit', 'run');
const CAREFUL: Policy['verdicts'] = { ...DEFAULT_POLICY.verdicts, run: 'ask', edit: 'propose' };

describe('what the user lets agents do', () => {
  beforeEach(() => fakeBrowser.reset());

  const held = async (...where: Parameters<typeof policyOf>) => (await policyOf(...where)).policy;

  it('is all but the runtime and secrets, as long as the user has not said otherwise', async () => {
    expect(await policyOf(TAB, MINE)).toEqual({
      policy: DEFAULT_POLICY,
      isDefaultPolicy: true,
      defaultVerdicts: DEFAULT_POLICY.verdicts,
    });
    expect(await fakeBrowser.storage.session.get()).toEqual({});
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('in a notebook holds for that notebook in every tab, and for good', async () => {
    await setPolicy(TAB, MINE, READ_ONLY);
    expect(await policyOf(OTHER_TAB, MINE)).toMatchObject({ policy: READ_ONLY, isDefaultPolicy: false });
    expect(await held(TAB, OTHER)).toEqual(DEFAULT_POLICY);
    await forgetPolicies(TAB);
    expect(await held(TAB, MINE)).toEqual(READ_ONLY);
  });

  it('in a scratch notebook holds in its tab, and ends with it', async () => {
    await setPolicy(TAB, SCRATCH, READ_ONLY);
    expect(await held(TAB, SCRATCH)).toEqual(READ_ONLY);
    expect(await held(OTHER_TAB, SCRATCH)).toEqual(DEFAULT_POLICY);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
    await forgetPolicies(TAB);
    expect(await held(TAB, SCRATCH)).toEqual(DEFAULT_POLICY);
  });

  it('is paused in one tab and notebook alone, until the tab is closed', async () => {
    await setPolicy(TAB, MINE, PAUSED);
    expect(await held(TAB, MINE)).toEqual(PAUSED);
    expect(await held(OTHER_TAB, MINE)).toEqual(DEFAULT_POLICY);
    expect(await held(TAB, OTHER)).toEqual(DEFAULT_POLICY);
    await setPolicy(TAB, MINE, DEFAULT_POLICY);
    expect(await held(TAB, MINE)).toEqual(DEFAULT_POLICY);
    await setPolicy(TAB, MINE, PAUSED);
    await setPolicy(OTHER_TAB, MINE, PAUSED);
    await fakeBrowser.storage.session.set({ links: [] });
    await forgetPolicies(TAB);
    expect(await held(TAB, MINE)).toEqual(DEFAULT_POLICY);
    expect(await held(OTHER_TAB, MINE)).toEqual(PAUSED);
    expect(await fakeBrowser.storage.session.get()).toMatchObject({ links: [] });
  });

  it('follows the default where nothing was said of the notebook; a pause says nothing', async () => {
    await setPolicy(TAB, OTHER, READ_ONLY);
    await setPolicy(TAB, MINE, PAUSED);
    await setDefault(CAREFUL);
    expect(await policyOf(TAB, MINE)).toEqual({
      policy: { paused: true, verdicts: CAREFUL },
      isDefaultPolicy: true,
      defaultVerdicts: CAREFUL,
    });
    expect(await held(TAB, SCRATCH)).toEqual({ paused: false, verdicts: CAREFUL });
    expect(await policyOf(TAB, OTHER)).toEqual({
      policy: READ_ONLY,
      isDefaultPolicy: false,
      defaultVerdicts: CAREFUL,
    });
    await setPolicy(TAB, OTHER, null);
    expect(await policyOf(TAB, OTHER)).toMatchObject({
      policy: { verdicts: CAREFUL },
      isDefaultPolicy: true,
    });
  });

  it('is not loosened by what is no verdict, nor by a class that an earlier version did not know', async () => {
    await setDefault(CAREFUL);
    const { run: _unknown, ...fewer } = READ_ONLY.verdicts;
    await fakeBrowser.storage.local.set({ [`verdicts-${MINE.origin}${MINE.path}`]: fewer });
    expect((await held(TAB, MINE)).verdicts).toEqual({ ...READ_ONLY.verdicts, run: 'ask' });
    const odd = JSON.parse('{"paused":"no","verdicts":{"edit":"whatever","run":1,"more":"allow"}}');
    await setPolicy(TAB, MINE, odd);
    expect(await held(TAB, MINE)).toEqual({ paused: false, verdicts: { ...READ_ONLY.verdicts, run: 'ask' } });
  });
});
