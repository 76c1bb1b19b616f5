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

  constructor(needles: Iterable<string>) {
    for (const needle of needles) this.#add(needle);
    this.#connect();
  }

  /** Overlapping ones are not joined. `left`: how much of a needle the text ends with. */
  find(text: string): { matches: Match[]; left: number } {
    const matches: Match[] = [];
    let at = this.#root;
    for (let index = 0; index < text.length; index += 1) {
      at = this.#step(at, text.charCodeAt(index));
      if (at.found > 0) matches.push({ start: index + 1 - at.found, end: index + 1 });
    }
    return { matches, left: at.depth };
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
      const code = needle.charCodeAt(index);
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
