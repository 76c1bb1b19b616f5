/** How a call ended for what it was to do: done, perhaps done, or by its own word not done. */
export type Fate = 'acknowledged' | 'maybe' | 'never';

interface Ending {
  fate: Fate | null;
  sentIn: number;
  endedIn: number | null;
}

/** What one call writes into the notebook, and no other. */
export interface Mark extends Ending {
  name: string;
  what: string;
  /** Calls that take it away again. */
  removals: Ending[];
  /** The pages in which it was seen. */
  seenIn: Set<number>;
}

export interface Violation {
  kind: 'lost' | 'doubled' | 'untrue' | 'late';
  text: string;
}

/**
 * The model of the notebook. Pages are counted, because the notebook begins anew with each; a half stands for the time
 * between two of them, of which nobody can tell where a call goes.
 */
export class Marks {
  readonly #all = new Map<string, Mark>();
  readonly #told = new Set<string>();
  #count = 0;

  begin(what: string, page: number): Mark {
    this.#count += 1;
    const name = `m${this.#count}`;
    const mark: Mark = {
      ...{ name, what, fate: null, sentIn: page, endedIn: null },
      ...{ removals: [], seenIn: new Set<number>() },
    };
    this.#all.set(name, mark);
    return mark;
  }

  beginRemoval(marks: readonly Mark[], page: number): Ending {
    const removal: Ending = { fate: null, sentIn: page, endedIn: null };
    for (const mark of marks) mark.removals.push(removal);
    return removal;
  }

  end(ending: Ending, fate: Fate, page: number): void {
    ending.fate = fate;
    ending.endedIn = page;
  }

  /** Call it before looking at the page; it gives what to do with what was seen. */
  look(page: number): (texts: readonly string[]) => Violation[] {
    const settled = [...this.#all.values()].map((mark) => ({
      mark,
      isThere: isDoneIn(mark, page),
      isNever: mark.fate === 'never',
      isGone: mark.removals.some((removal) => isDoneIn(removal, page)),
    }));
    return (texts) => {
      const counts = countsIn(texts);
      return settled.flatMap(({ mark, isThere, isNever, isGone }) => {
        const count = counts.get(mark.name) ?? 0;
        if (count > 0) mark.seenIn.add(page);
        const isOfAnother = mark.endedIn !== null && mark.endedIn < page && isDoneIn(mark, mark.endedIn);
        if (count > 1) return this.#tell(mark, 'doubled', `is there ${count} times`);
        if (count === 1 && (mark.seenIn.size > 1 || isOfAnother))
          return this.#tell(mark, 'doubled', 'was made in a page before, and again in this one');
        if (count === 1 && isNever)
          return this.#tell(mark, 'untrue', 'was made, although its failure says that nothing was done');
        if (count === 1 && isGone) return this.#tell(mark, 'lost', 'is back, although it was taken away');
        const mayBeGone = mark.removals.some(({ fate }) => fate !== 'never');
        if (count === 0 && isThere && !mayBeGone)
          return this.#tell(mark, 'lost', 'was acknowledged and is not there');
        return [];
      });
    };
  }

  #tell({ name, what }: Mark, kind: Violation['kind'], sentence: string): Violation[] {
    const text = `${what} (${name}) ${sentence}`;
    // Once for each: what is wrong stays wrong.
    if (this.#told.has(`${kind} ${name}`)) return [];
    this.#told.add(`${kind} ${name}`);
    return [{ kind, text }];
  }
}

/** Beyond doubt: sent and acknowledged while this page was there. */
function isDoneIn({ fate, sentIn, endedIn }: Ending, page: number): boolean {
  return fate === 'acknowledged' && sentIn === page && endedIn === page && Number.isInteger(page);
}

export function countsIn(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of texts.join('\n').matchAll(/\bm\d+\b/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
