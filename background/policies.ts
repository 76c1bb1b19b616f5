import browser from 'webextension-polyfill';
import { DEFAULT_VERDICTS_KEY, verdictsIn } from '../src/policy/kept-verdicts.ts';
import type { Policy } from '../src/policy/policy.ts';
import { CALL_CLASSES, DEFAULT_POLICY } from '../src/policy/policy.ts';
import { SCRATCH_PATH } from '../src/wire/colab-site.ts';
import { isRecord } from '../src/wire/json.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { notebookIdIn } from './tab-names.ts';

type Verdicts = Policy['verdicts'];

/** What holds in a notebook, and where it comes from. */
export interface HeldPolicy {
  policy: Policy;
  /** Whether the user has said nothing about this notebook in particular. */
  isDefaultPolicy: boolean;
  defaultVerdicts: Verdicts;
}

/** A key for each: what is set for one never waits for, or undoes, what is set for another. */
export const policyPrefixOf = (tabId: number): string => `policy-${tabId}-`;
const pausedKeyOf = async (tabId: number, place: NotebookPlace): Promise<string> =>
  `${policyPrefixOf(tabId)}paused-${await notebookIdIn(tabId, place)}`;

/**
 * Where a notebook's verdicts are kept: with the notebook, for good. A scratch notebook is another in every tab, and
 * gone with it.
 */
function keptAt(tabId: number, { origin, path }: NotebookPlace) {
  return path === SCRATCH_PATH
    ? { area: browser.storage.session, key: `${policyPrefixOf(tabId)}scratch` }
    : { area: browser.storage.local, key: `verdicts-${origin}${path}` };
}

export async function policyOf(tabId: number, place: NotebookPlace): Promise<HeldPolicy> {
  const { area, key } = keptAt(tabId, place);
  const pausedKey = await pausedKeyOf(tabId, place);
  const [{ [key]: own }, { [DEFAULT_VERDICTS_KEY]: general }, { [pausedKey]: paused }] = await Promise.all([
    area.get(key),
    browser.storage.local.get(DEFAULT_VERDICTS_KEY),
    browser.storage.session.get(pausedKey),
  ]);
  const defaultVerdicts = verdictsIn(general, DEFAULT_POLICY.verdicts);
  return {
    policy: { paused: paused === true, verdicts: verdictsIn(own, defaultVerdicts) },
    isDefaultPolicy: !isRecord(own),
    defaultVerdicts,
  };
}

/** A pause holds for the notebook in this tab; verdicts, once they were changed, for the notebook wherever it is open. */
export async function setPolicy(tabId: number, place: NotebookPlace, policy: Policy | null): Promise<void> {
  const { area, key } = keptAt(tabId, place);
  if (policy === null) {
    await area.remove(key);
    return;
  }
  await browser.storage.session.set({ [await pausedKeyOf(tabId, place)]: policy.paused === true });
  const { verdicts: before } = (await policyOf(tabId, place)).policy;
  const verdicts = verdictsIn(policy.verdicts, before);
  // Whoever only pauses has said nothing about the rest.
  if (CALL_CLASSES.some((one) => before[one] !== verdicts[one])) await area.set({ [key]: verdicts });
}

/** For notebooks that the user has said nothing about in particular. */
export async function setDefault(verdicts: Verdicts): Promise<void> {
  await browser.storage.local.set({ [DEFAULT_VERDICTS_KEY]: verdictsIn(verdicts, DEFAULT_POLICY.verdicts) });
}

export async function forgetPolicies(tabId: number): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(policyPrefixOf(tabId))));
}
