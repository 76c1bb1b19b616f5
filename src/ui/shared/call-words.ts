import type { JournalEntry } from '../../journal/journal.ts';
import { visibleText } from './visible-text.ts';

/** A verb in the three forms that sentences about calls need, and what it is done to. */
interface Words {
  todo: string;
  doing: string;
  did: string;
  /** `cell`: the cell that the call is about. */
  object: string | null;
}

const words = (todo: string, doing: string, did: string, object: string | null = 'cell'): Words => ({
  todo,
  doing,
  did,
  object,
});

const CELL = 'cell';
const WORDS = new Map<string, Words>([
  ['get_status', words('look', 'looking', 'looked', 'at how the notebook stands')],
  ['get_notebook_outline', words('read', 'reading', 'read', 'the outline')],
  ['get_cells', words('read', 'reading', 'read', 'cells')],
  ['search_notebook', words('search', 'searching', 'searched', 'the notebook')],
  ['add_code_cell', words('add', 'adding', 'added', 'a code cell')],
  ['add_text_cell', words('add', 'adding', 'added', 'a text cell')],
  ['update_cell', words('rewrite', 'rewriting', 'rewrote')],
  ['edit_cell', words('edit', 'editing', 'edited')],
  ['propose_edit', words('suggest', 'suggesting', 'suggested', 'an edit')],
  ['delete_cell', words('delete', 'deleting', 'deleted')],
  ['move_cell', words('move', 'moving', 'moved')],
  ['execute_cell', words('run', 'running', 'ran')],
  ['run_code_cell', words('run', 'running', 'ran')],
  ['run_cells', words('run', 'running', 'ran', 'several cells')],
  ['get_run', words('follow', 'following', 'followed', 'a run')],
  ['interrupt_execution', words('interrupt', 'interrupting', 'interrupted', 'what runs')],
  ['clear_outputs', words('clear', 'clearing', 'cleared', 'outputs')],
  ['resources/list', words('list', 'listing', 'listed', 'what can be read')],
  ['resources/read', words('read', 'reading', 'read', 'the notebook')],
  ['resources/subscribe', words('watch', 'watching', 'began to watch', 'the notebook')],
  ['resources/unsubscribe', words('stop', 'stopping', 'stopped', 'watching the notebook')],
]);

/** Outcomes as people say them. `ok` goes without saying. */
const OUTCOMES: Record<JournalEntry['outcome'], string> = {
  running: 'under way',
  ok: '',
  not_connected: 'not connected',
  user_action_required: 'needs you',
  invalid_input: 'wrong arguments',
  not_found: 'not found',
  conflict: 'changed meanwhile',
  paused: 'paused',
  denied: 'not allowed',
  timeout: 'timed out',
  lost: 'lost',
  unsupported: 'not possible here',
  internal: 'error',
};

/** Whoever shows the name in its colour puts it before the deed. */
export interface Sentence {
  who: string;
  deed: string;
}

/** `placeOf`: where a cell stands, for calls that do not say it themselves. */
export type PlaceOf = (cellId: string) => number | null;

export function sentenceOf(entry: JournalEntry, placeOf: PlaceOf = () => null): Sentence {
  const who = visibleText(entry.agent?.name ?? 'The agent');
  const { todo, doing, did, object } =
    WORDS.get(entry.name) ?? words('call', 'calling', 'called', entry.name);
  const whom = object === CELL ? cellOf(entry, placeOf) : visibleText(object ?? '');
  const deed = (verb: string): Sentence => ({ who, deed: `${verb} ${whom}` });
  switch (entry.outcome) {
    case 'running':
      return deed(`is ${doing}`);
    case 'ok':
      return deed(did);
    case 'denied':
    case 'paused':
      return deed(`wanted to ${todo}`);
    default:
      return deed(`tried to ${todo}`);
  }
}

/** How runs end, as people say it. */
const NOTES: Record<string, string> = {
  error: 'error in the cell',
  failed: 'error in a cell',
  running: 'still running',
  interrupted: 'stopped',
  stopped: 'stopped',
  not_started: 'did not start',
  lost: 'end not seen',
};

export const outcomeWord = ({ outcome, note }: JournalEntry): string =>
  outcome === 'ok' && note !== null ? (NOTES[note] ?? visibleText(note)) : (OUTCOMES[outcome] ?? outcome);

const BAD_NOTES = ['error', 'failed', 'not_started', 'lost'];

export const isError = ({ outcome, note }: JournalEntry): boolean =>
  outcome === 'ok' ? note !== null && BAD_NOTES.includes(note) : outcome !== 'running';

/** How long it took, as short as is still true. */
export function durationOf({ durationMs }: JournalEntry): string {
  if (durationMs === null) return '';
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** As people name a cell. */
export const cellWords = (place: number | null | undefined): string =>
  place === null || place === undefined ? 'a cell' : `cell ${place}`;

function cellOf({ place, subject }: JournalEntry, placeOf: PlaceOf): string {
  return cellWords(place ?? (subject === null ? null : placeOf(subject)));
}
