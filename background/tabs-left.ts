import browser from 'webextension-polyfill';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { samePlace } from '../src/wire/notebook-place.ts';

interface Left {
  agent: string;
  place: NotebookPlace;
}

export const leftKeyOf = (tabId: number): string => `left-${tabId}`;

async function load(tabId: number): Promise<Left[]> {
  const key = leftKeyOf(tabId);
  const { [key]: stored } = await browser.storage.session.get(key);
  return isList(stored) ? stored : [];
}

/** Nobody but this file writes there. */
const isList = (stored: unknown): stored is Left[] => Array.isArray(stored);

/** An agent has left this notebook of its own accord: people are told, and do not take it for their own word. */
export async function noteLeft(tabId: number, agent: string, place: NotebookPlace): Promise<void> {
  const others = (await load(tabId)).filter((other) => other.agent !== agent);
  await browser.storage.session.set({ [leftKeyOf(tabId)]: [...others, { agent, place }] });
}

export async function leftIn(tabId: number, place: NotebookPlace): Promise<string[]> {
  return (await load(tabId)).filter((left) => samePlace(left.place, place)).map(({ agent }) => agent);
}

export async function forgetLeft(tabId: number): Promise<void> {
  await browser.storage.session.remove(leftKeyOf(tabId));
}
