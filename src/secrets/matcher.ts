interface Node {
  next: Map<number, Node>;
  /** The longest other beginning of a needle that the text read so far ends with. */
  fallback: Node | null;
  depth: number;
  /** The longest needle that ends here, in characters; 0 where none does. */
  found: number;
}

const node = (depth: number): Node => ({ next: new Map(), fallback: null, depth, found: 0 });

export interface Match {
  start: number;
  end: number;
}

/** Finds all of many words in one pass over a text, whatever the text and the words (Aho and Corasick). */
export class Matcher {
  readonly #root = node(0);
  readonly #isBackwards: boolean;

  /** `isBackwards`: reads words and texts from their ends. */
  constructor(needles: Iterable<string>, isBackwards = false) {
    this.#isBackwards = isBackwards;
    for (const needle of needles) this.#add(needle);
    this.#connect();
  }

  /**
   * Overlapping ones are not joined. At places that `cuts` marks, a part that was read of a word is found too, if it has
   * `leastPart` characters: forwards that is its beginning, backwards its end.
   */
  find(text: string, cuts?: Uint8Array, leastPart = 0): Match[] {
    const matches: Match[] = [];
    let at = this.#root;
    for (let read = 1; read <= text.length; read += 1) {
      at = this.#step(at, this.#codeAt(text, read - 1));
      const place = this.#isBackwards ? text.length - read : read;
      const length = at.depth >= leastPart && cuts?.[place] === 1 ? at.depth : at.found;
      if (length === 0) continue;
      const start = this.#isBackwards ? place : place - length;
      matches.push({ start, end: start + length });
    }
    return matches;
  }

  #codeAt(text: string, index: number): number {
    return text.charCodeAt(this.#isBackwards ? text.length - 1 - index : index);
  }

  #step(from: Node, code: number): Node {
    for (let at: Node | null = from; at; at = at.fallback) {
      const next = at.next.get(code);
      if (next) return next;
    }
    return this.#root;
  }

  #add(needle: string): void {
    let at = this.#root;
    for (let index = 0; index < needle.length; index += 1) {
      const code = this.#codeAt(needle, index);
      const next = at.next.get(code) ?? node(index + 1);
      at.next.set(code, next);
      at = next;
    }
    at.found = needle.length;
  }

  #connect(): void {
    const queue = [...this.#root.next.values()];
    for (const child of queue) child.fallback = this.#root;
    for (let index = 0; index < queue.length; index += 1) {
      const at = queue[index];
      if (!at) return;
      for (const [code, child] of at.next) {
        child.fallback = at.fallback ? this.#step(at.fallback, code) : this.#root;
        child.found ||= child.fallback.found;
        queue.push(child);
      }
    }
  }
}
