import type { Agent } from '../agents/agent.ts';

/** Kept for an agent that does not call for long; what is older is summed up. */
const MAX_KEPT = 1_000;
/** In one result. */
const MAX_TOLD = 20;
/** Cells named in one sentence. */
const MAX_NAMED = 12;

/** What can happen to cells, as in "The user … cells a and b". */
const CELL_VERBS = {
  edited: 'edited',
  added: 'added',
  moved: 'moved',
  deleted: 'deleted',
  ran: 'ran',
  cleared: 'cleared the outputs of',
} as const;

type CellVerb = keyof typeof CELL_VERBS;

interface Happening {
  number: number;
  /** Null: the user. It is not told to whoever did it. */
  by: Agent | null;
  /** Told to this agent alone. */
  to?: string;
  /** Of the same sort, one sentence is made of several. */
  about: { verb: CellVerb; cellId: string; outcome?: string } | { sentence: string };
}

/** What happened in a notebook, kept until each agent has been told once what others did. */
export class Notices {
  #happenings: Happening[] = [];
  #count = 0;
  /** For each agent the number up to which it knows. */
  readonly #toldUpTo = new Map<string, number>();
  readonly #deletedBy = new Map<string, string>();

  /** A new conversation: what was before is none of its business. */
  begin(agentId: string): void {
    this.#toldUpTo.set(agentId, this.#count);
  }

  cell(by: Agent | null, verb: CellVerb, cellId: string, outcome?: string): void {
    if (verb === 'deleted') this.#deletedBy.set(cellId, nameOf(by));
    this.#add({ by, about: { verb, cellId, ...(outcome === undefined ? {} : { outcome }) } });
  }

  /** A whole sentence, told to all but who did it. */
  say(by: Agent | null, sentence: string): void {
    this.#add({ by, about: { sentence } });
  }

  /** To one agent, whoever did it. */
  tell(agentId: string, sentence: string): void {
    this.#add({ by: null, to: agentId, about: { sentence } });
  }

  /** Who deleted this cell, as in "it was deleted by …"; undefined when nobody did, as far as we know. */
  whoDeleted(cellId: string): string | undefined {
    return this.#deletedBy.get(cellId);
  }

  /** What this agent has not been told yet. It is told now. */
  take(agentId: string): string[] {
    const known = this.#toldUpTo.get(agentId) ?? 0;
    this.#toldUpTo.set(agentId, this.#count);
    const news = this.#happenings.filter(
      ({ number, by, to }) => number > known && (to === undefined ? by?.id !== agentId : to === agentId),
    );
    const sentences = sentencesOf(news);
    const first = this.#happenings[0]?.number ?? this.#count + 1;
    const isIncomplete = first > known + 1;
    const told = sentences.slice(-MAX_TOLD);
    const left = sentences.length - told.length;
    if (left === 0 && !isIncomplete) return told;
    return ['More happened than is told here: read the notebook again.', ...told];
  }

  #add(happening: Omit<Happening, 'number'>): void {
    this.#happenings.push({ ...happening, number: ++this.#count });
    if (this.#happenings.length > MAX_KEPT) this.#happenings.shift();
  }
}

/** In the order in which each sort of thing happened first. */
function sentencesOf(happenings: readonly Happening[]): string[] {
  const sentences = new Map<string, { start: string; cellIds: Set<string>; end: string }>();
  for (const { number, by, about } of happenings) {
    if ('sentence' in about) {
      sentences.set(String(number), { start: about.sentence, cellIds: new Set(), end: '' });
      continue;
    }
    const { verb, cellId, outcome } = about;
    const start = `${capitalised(nameOf(by))} ${CELL_VERBS[verb]}`;
    const end = outcome === undefined ? '.' : `: ${outcome}.`;
    const known = sentences.get(start + end) ?? { start, cellIds: new Set<string>(), end };
    known.cellIds.add(cellId);
    sentences.set(start + end, known);
  }
  return [...sentences.values()].map(({ start, cellIds, end }) =>
    cellIds.size === 0 ? start : `${start} ${cellsIn([...cellIds])}${end}`,
  );
}

function cellsIn(cellIds: readonly string[]): string {
  const named = cellIds.slice(0, MAX_NAMED).join(', ');
  if (cellIds.length === 1) return `cell ${named}`;
  const more = cellIds.length - MAX_NAMED;
  return more > 0 ? `${cellIds.length} cells: ${named} and ${more} more` : `cells ${named}`;
}

const nameOf = (by: Agent | null): string => by?.name ?? 'the user';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
