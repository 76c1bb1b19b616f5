import browser from 'webextension-polyfill';
import type { Policy } from '../src/policy/policy.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';

interface TabPolicy extends Policy {
  notebookId: string;
}

const KEY = 'policies';

async function load(): Promise<Record<number, TabPolicy>> {
  const stored: { policies?: Record<number, TabPolicy> } = await browser.storage.session.get(KEY);
  return stored.policies ?? {};
}

/** What the user said for one notebook does not hold for the next one in the same tab. */
export async function policyOf(tabId: number, notebookId: string): Promise<Policy> {
  const policy = (await load())[tabId];
  if (policy && policy.notebookId !== notebookId) await forgetPolicy(tabId);
  return lastPolicyOf(tabId);
}

/** For the notebook that the tab has shown last. */
export async function lastPolicyOf(tabId: number): Promise<Policy> {
  const { paused, denied } = (await load())[tabId] ?? ALLOW_ALL;
  return { paused, denied };
}

export async function setPolicy(tabId: number, notebookId: string, policy: Policy): Promise<void> {
  await browser.storage.session.set({ [KEY]: { ...(await load()), [tabId]: { ...policy, notebookId } } });
}

export async function forgetPolicy(tabId: number): Promise<void> {
  const { [tabId]: _forgotten, ...rest } = await load();
  await browser.storage.session.set({ [KEY]: rest });
}
