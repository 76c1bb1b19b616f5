import type { Work } from './work.ts';

/** Reading takes a few milliseconds: nobody could see what was going on, and the text would flicker. */
const LINGER_MS = 1_200;

/** Shows what an agent did for a moment longer, unless it does something else. */
export class CalmWork {
  readonly #last = new Map<string, { work: Work; seenAt: number }>();

  /** `againIn`: after so many ms there is something else to show, though nothing happened. */
  settle(works: readonly Work[], now: number): { works: Work[]; againIn: number | null } {
    let againIn: number | null = null;
    const calm = works.map((work) => {
      const last = this.#last.get(work.agent.id);
      if (!work.isIdle) {
        this.#last.set(work.agent.id, { work, seenAt: now });
        return work;
      }
      const left = last ? last.seenAt + LINGER_MS - now : 0;
      // What waits for the user is over at once when it is: only what an agent does by itself is hard to see.
      if (!last || left <= 0 || last.work.since !== null || !isPassing(last.work.words)) return work;
      againIn = againIn === null ? left : Math.min(againIn, left);
      return { ...last.work, agent: work.agent };
    });
    for (const id of this.#last.keys()) {
      if (!works.some(({ agent }) => agent.id === id)) this.#last.delete(id);
    }
    return { works: calm, againIn };
  }
}

const isPassing = (words: string): boolean =>
  !words.startsWith('waiting') && words !== 'paused' && words !== 'proposes a change';
