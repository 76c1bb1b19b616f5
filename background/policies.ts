import browser from 'webextension-polyfill';
import type { Policy } from '../src/policy/policy.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';

interface NotebookPolicy extends Policy {
  notebookId: string;
}

/** A key for each tab: what is set for one never waits for, or undoes, what is set for another. */
const keyOf = (tabId: number): string => `policy-${tabId}`;

async function load(tabId: number): Promise<NotebookPolicy | null> {
  const { [keyOf(tabId)]: stored } = await browser.storage.session.get(keyOf(tabId));
  return isPolicy(stored) ? stored : null;
}

/** Nobody but this file writes there. */
const isPolicy = (stored: unknown): stored is NotebookPolicy => stored !== undefined;

/** What the user said for one notebook does not hold for the next one in the same tab. */
export async function policyOf(tabId: number, notebookId: string): Promise<Policy> {
  const policy = await load(tabId);
  if (policy && policy.notebookId !== notebookId) await forgetPolicy(tabId);
  return heldPolicyOf(tabId, notebookId);
}

/** The same, without forgetting: the tab may show another notebook by now. */
export async function heldPolicyOf(tabId: number, notebookId: string): Promise<Policy> {
  const policy = await load(tabId);
  const { paused, denied } = policy?.notebookId === notebookId ? policy : ALLOW_ALL;
  return { paused, denied };
}

/** For the notebook that the tab has shown last. */
export async function lastPolicyOf(tabId: number): Promise<Policy> {
  const { paused, denied } = (await load(tabId)) ?? ALLOW_ALL;
  return { paused, denied };
}

export async function setPolicy(tabId: number, notebookId: string, policy: Policy): Promise<void> {
  await browser.storage.session.set({ [keyOf(tabId)]: { ...policy, notebookId } });
}

export async function forgetPolicy(tabId: number): Promise<void> {
  await browser.storage.session.remove(keyOf(tabId));
}
