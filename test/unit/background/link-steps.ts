import { expect } from 'vitest';
import type { Call } from '../../../background/call.ts';
import { consentGiven, tabStarted } from '../../../background/link-registry.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import type { Credentials } from '../../../src/wire/credentials.ts';
import type { NotebookPlace, TabDecisions } from '../../../src/wire/messages.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';

export const ORIGIN = 'https://colab.research.google.com';
export const SCRATCH: NotebookPlace = { origin: ORIGIN, path: '/notebooks/empty.ipynb' };
export const MINE: NotebookPlace = { origin: ORIGIN, path: '/drive/mine' };
export const OTHER: NotebookPlace = { origin: ORIGIN, path: '/drive/other' };
export const [TAB, OTHER_TAB] = [7, 8];

export const server = (port: number, token = 'secret'): Credentials => ({ token, port });

/** A server that says for whom it speaks, and that no page has led to. */
export const caller = (port: number, token = 'secret', news: Partial<Call> = {}): Call => ({
  credentials: server(port, token),
  agent: 'Tester',
  paired: null,
  isSuspect: false,
  ...news,
});

/** The question about a server's link. */
export const questionOf = (linkId: string, port = 8765) => ({
  linkId,
  port,
  agent: 'Tester',
  isSuspect: false,
});

/** What a tab is told, where the user has not limited agents. */
export function decided(
  tabId: number,
  place: NotebookPlace,
  { attach = [], ask = [] }: Partial<TabDecisions> = {},
): TabDecisions {
  const policy = DEFAULT_POLICY;
  return { notebookId: notebookIdOf(place, tabId), policy, attach, ask, pageAgent: null };
}

/** How a tab stands where the user has not limited agents. */
export const ALLOWED = {
  left: [],
  policy: DEFAULT_POLICY,
  isDefaultPolicy: true,
  defaultVerdicts: DEFAULT_POLICY.verdicts,
};

/** A notebook is opened with a server's address. Returns the id of the link that the user is asked about. */
export async function asked(tabId: number, place: NotebookPlace, port = 8765): Promise<string> {
  const { ask } = await tabStarted(tabId, place, caller(port));
  const question = ask.find((other) => other.port === port);
  if (!question) throw new Error('The user is not asked.');
  return question.linkId;
}

/** The same, and the user says yes. */
export async function allowed(tabId: number, place: NotebookPlace, port = 8765): Promise<string> {
  const linkId = await asked(tabId, place, port);
  expect(await consentGiven(tabId, linkId, place, false)).toEqual(
    decided(tabId, place, { attach: [linkId] }),
  );
  return linkId;
}
