import browser from 'webextension-polyfill';
import type { Policy } from '../src/policy/policy.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';

/** A key for each tab and notebook: what is set for one never waits for, or undoes, what is set for another. */
const prefixOf = (tabId: number): string => `policy-${tabId}-`;
const keyOf = (tabId: number, notebookId: string): string => prefixOf(tabId) + notebookId;

/** Nobody but this file writes there. */
const isPolicy = (stored: unknown): stored is Policy => stored !== undefined;

/** What the user said for one notebook holds until the tab is closed, and not for the next one in the same tab. */
export async function policyOf(tabId: number, notebookId: string): Promise<Policy> {
  const key = keyOf(tabId, notebookId);
  const { [key]: stored } = await browser.storage.session.get(key);
  return isPolicy(stored) ? stored : ALLOW_ALL;
}

export async function setPolicy(tabId: number, notebookId: string, policy: Policy): Promise<void> {
  await browser.storage.session.set({ [keyOf(tabId, notebookId)]: policy });
}

export async function forgetPolicies(tabId: number): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(prefixOf(tabId))));
}
