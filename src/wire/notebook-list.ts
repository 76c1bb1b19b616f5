import { isRecord } from './json.ts';

/**
 * Requests of our bridge that are about the browser, not about the link's own notebook. The link passes them to the
 * worker; an extension that does not know them answers with an error.
 */

/** Which notebooks are open: `{ others }`, whether also those that this server is not connected to, if the user lets it. */
export const NOTEBOOKS_METHOD = 'cellwire/notebooks';

/** Connects another tab with the same server: an open one, `{ notebookId }`, or one at this address, `{ url }`. */
export const ATTACH_METHOD = 'cellwire/attach';

/** The agent needs this tab no more. */
export const DETACH_METHOD = 'cellwire/detach';

export const isAboutBrowser = (method: string): boolean =>
  method === NOTEBOOKS_METHOD || method === ATTACH_METHOD || method === DETACH_METHOD;

/** In `_meta` of a call: the notebook that our bridge means. A tab may show another by the time it arrives. */
const MEANT = 'cellwire/notebook';

export const meantFor = (notebookId: string): Record<string, string> => ({ [MEANT]: notebookId });

/** Whether a call is meant for another notebook than this one. */
export function isForAnother(params: Record<string, unknown> | undefined, notebookId: string): boolean {
  const meant = isRecord(params?._meta) ? params._meta[MEANT] : undefined;
  return meant !== undefined && meant !== notebookId;
}

/** A tab that shows a notebook. */
export interface ListedTab {
  /** As the tab's own link would name it. */
  notebookId: string;
  name: string;
  url: string;
  /** Of the tab with the server that asks; null where there is none that works. */
  linkId: string | null;
  /** The agents that work in it. */
  agents: string[];
}

/** What the user said to the names of other notebooks; `unanswered`: is being asked, in the tab of this link. */
export const OTHERS = ['shown', 'refused', 'unanswered'] as const;

export interface NotebooksResult {
  tabs: ListedTab[];
  /** Null: they were not asked for. */
  others: (typeof OTHERS)[number] | null;
}

/** `begun`: the tab has a link of this name now, and connects when the user lets it. */
export type AttachResult = { answer: 'begun'; linkId: string } | { answer: 'not-found' | 'unreachable' };

/** Null when it is no such answer. */
export function readNotebooks(result: Record<string, unknown>): NotebooksResult | null {
  if (!Array.isArray(result.tabs)) return null;
  const tabs: unknown[] = result.tabs;
  return { tabs: tabs.flatMap(readTab), others: OTHERS.find((known) => known === result.others) ?? null };
}

export function readAttach({ answer, linkId }: Record<string, unknown>): AttachResult {
  if (answer === 'begun' && typeof linkId === 'string') return { answer, linkId };
  return { answer: answer === 'not-found' ? answer : 'unreachable' };
}

function readTab(tab: unknown): ListedTab[] {
  if (!isRecord(tab)) return [];
  const { notebookId, name, url, linkId, agents } = tab;
  if (typeof notebookId !== 'string' || typeof name !== 'string' || typeof url !== 'string') return [];
  const all: unknown[] = Array.isArray(agents) ? agents : [];
  return [
    {
      notebookId,
      name,
      url,
      linkId: typeof linkId === 'string' ? linkId : null,
      agents: all.filter((one) => typeof one === 'string'),
    },
  ];
}
