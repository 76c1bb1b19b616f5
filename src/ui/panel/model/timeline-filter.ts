import type { JournalEntry } from '../../../journal/journal.ts';
import type { CallClass } from '../../../policy/policy.ts';
import { classOf } from '../../../policy/policy.ts';
import type { PlaceOf } from '../../shared/call-words.ts';
import { isError, sentenceOf } from '../../shared/call-words.ts';

export interface TimelineFilter {
  /** The id of one. */
  agent: string | null;
  /** `other`: stopping and connecting, which no rule is about. */
  callClass: CallClass | 'other' | null;
  onlyErrors: boolean;
  text: string;
}

export const NO_FILTER: TimelineFilter = { agent: null, callClass: null, onlyErrors: false, text: '' };

export function isFiltering({ agent, callClass, onlyErrors, text }: TimelineFilter): boolean {
  return agent !== null || callClass !== null || onlyErrors || text.trim() !== '';
}

/** Those that pass, newest first. */
export function filterEntries(
  entries: readonly JournalEntry[],
  filter: TimelineFilter,
  placeOf: PlaceOf,
): JournalEntry[] {
  const wanted = filter.text.trim().toLowerCase();
  const passing: JournalEntry[] = [];
  for (let place = entries.length - 1; place >= 0; place--) {
    const entry = entries[place];
    if (entry && passes(entry, filter) && (wanted === '' || textOf(entry, placeOf).includes(wanted)))
      passing.push(entry);
  }
  return passing;
}

function passes(entry: JournalEntry, { agent, callClass, onlyErrors }: TimelineFilter): boolean {
  if (agent !== null && entry.agent?.id !== agent) return false;
  if (callClass !== null && (classOf(entry.effect) ?? 'other') !== callClass) return false;
  return !onlyErrors || isError(entry);
}

function textOf(entry: JournalEntry, placeOf: PlaceOf): string {
  const { who, deed } = sentenceOf(entry, placeOf);
  return `${who} ${deed}\n${entry.name}\n${entry.subject ?? ''}\n${entry.error ?? ''}`.toLowerCase();
}
