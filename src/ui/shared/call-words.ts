import type { JournalEntry } from '../../journal/journal.ts';
import { visibleText } from './visible-text.ts';

/** A verb in the three forms that sentences about calls need, and what it is done to. */
interface Words {
  todo: string;
  doing: string;
  did: string;
  /** `cell`, `code cell`, `text cell`: the cell that the call is about. */
  object: string | null;
}

const words = (todo: string, doing: string, did: string, object: string | null = 'cell'): Words => ({
  todo,
  doing,
  did,
  object,
});

const CELL = 'cell';
const CODE_CELL = 'code cell';
const TEXT_CELL = 'text cell';
const WORDS = new Map<string, Words>([
  ['get_status', words('check', 'checking', 'checked', 'the notebook’s state')],
  ['get_notebook_outline', words('read', 'reading', 'read', 'the outline')],
  ['get_cells', words('read', 'reading', 'read', 'cells')],
  ['search_notebook', words('search', 'searching', 'searched', 'the notebook')],
  ['add_code_cell', words('add', 'adding', 'added', CODE_CELL)],
  ['add_text_cell', words('add', 'adding', 'added', TEXT_CELL)],
  ['add_cells', words('add', 'adding', 'added', 'several cells')],
  ['move_cells', words('move', 'moving', 'moved', 'several cells')],
  ['replace_in_notebook', words('replace', 'replacing', 'replaced', 'a text in the notebook')],
  ['update_cell', words('rewrite', 'rewriting', 'rewrote')],
  ['edit_cell', words('edit', 'editing', 'edited')],
  ['propose_edit', words('propose an edit of', 'proposing an edit of', 'proposed an edit of')],
  ['delete_cell', words('delete', 'deleting', 'deleted')],
  ['move_cell', words('move', 'moving', 'moved')],
  ['execute_cell', words('run', 'running', 'ran')],
  ['run_code_cell', words('run', 'running', 'ran')],
  ['run_cells', words('run', 'running', 'ran', 'several cells')],
  ['execute_code', words('run', 'running', 'ran', 'code without a cell')],
  ['get_runtime_info', words('look at', 'looking at', 'looked at', 'the runtime')],
  ['list_variables', words('list', 'listing', 'listed', 'variables')],
  ['inspect_variable', words('look into', 'looking into', 'looked into', 'a variable')],
  ['free_memory', words('free', 'freeing', 'freed', 'memory')],
  ['run_chunked', words('run', 'running', 'ran', 'a loop')],
  ['save_checkpoint', words('save', 'saving', 'saved', 'variables')],
  ['load_checkpoint', words('load', 'loading', 'loaded', 'variables')],
  ['list_checkpoints', words('list', 'listing', 'listed', 'checkpoints')],
  ['detect_sync_needed', words('check', 'checking', 'checked', 'which cells are up to date')],
  ['sync_state', words('run', 'running', 'ran', 'cells that were not up to date')],
  ['list_files', words('list', 'listing', 'listed', 'files of the runtime')],
  ['download_file', words('save', 'saving', 'saved', 'a file of the runtime')],
  ['upload_file', words('send', 'sending', 'sent', 'a file to the runtime')],
  ['list_secrets', words('list', 'listing', 'listed', 'names of secrets')],
  ['use_secret', words('use', 'using', 'used', 'a secret')],
  ['get_run', words('follow', 'following', 'followed', 'a run')],
  ['answer_input', words('answer', 'answering', 'answered', 'a prompt')],
  ['canary', words('try', 'trying', 'tried', 'whether all works with this build of Colab')],
  ['page_shape', words('write down', 'writing down', 'wrote down', 'what the page consists of')],
  ['connect_runtime', words('connect', 'connecting', 'connected', 'a runtime')],
  ['restart_runtime', words('restart', 'restarting', 'restarted', 'the runtime')],
  ['list_runs', words('list', 'listing', 'listed', 'runs')],
  ['interrupt_execution', words('interrupt', 'interrupting', 'interrupted', 'what runs')],
  ['clear_outputs', words('clear', 'clearing', 'cleared', 'outputs')],
  ['view_output', words('look at', 'looking at', 'looked at', 'an output')],
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
  const isCell = object === CELL || object === CODE_CELL || object === TEXT_CELL;
  const whom = isCell ? cellOf(entry, placeOf, object) : visibleText(object ?? '');
  const deed = (verb: string): Sentence => ({ who, deed: `${verb} ${whom}` });
  switch (entry.outcome) {
    case 'running':
      return deed(entry.note === WAITS ? `wants to ${todo}` : `is ${doing}`);
    case 'ok':
      return deed(did);
    case 'denied':
    case 'paused':
      return deed(`wanted to ${todo}`);
    default:
      return deed(`tried to ${todo}`);
  }
}

/** Of a call that the user has not answered yet. */
const WAITS = 'waits';

/** How runs end, as people say it. */
const NOTES: Record<string, string> = {
  error: 'error in the cell',
  failed: 'error in a cell',
  running: 'was still running',
  interrupted: 'stopped',
  stopped: 'stopped',
  not_started: 'did not start',
  lost: 'end not seen',
};

export function outcomeWord({ outcome, note }: JournalEntry): string {
  if (outcome === 'running' && note === WAITS) return 'waits for your answer';
  return outcome === 'ok' && note !== null
    ? (NOTES[note] ?? visibleText(note))
    : (OUTCOMES[outcome] ?? outcome);
}

const BAD_NOTES = ['error', 'failed', 'not_started', 'lost'];

export const isError = ({ outcome, note }: JournalEntry): boolean =>
  outcome === 'ok' ? note !== null && BAD_NOTES.includes(note) : outcome !== 'running';

/** How long it took, as short as is still true; what took no time goes without saying. */
export function durationOf({ durationMs }: JournalEntry): string {
  if (durationMs === null || durationMs < 50) return '';
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** As people name a cell. */
export const cellWords = (place: number | null | undefined, what = CELL): string =>
  place === null || place === undefined ? `a ${what}` : `${what} ${place}`;

function cellOf({ place, subject }: JournalEntry, placeOf: PlaceOf, what: string): string {
  return cellWords(place ?? (subject === null ? null : placeOf(subject)), what);
}
