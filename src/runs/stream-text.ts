interface Piece {
  /** The number of the event that brought it; -1 for what the stream began with. */
  event: number;
  text: string;
}

/** What one stream has printed, in the pieces in which it came. The oldest can be forgotten, one by one. */
export class StreamText {
  readonly name: string;
  #pieces: Piece[] = [];
  /** Before this place all pieces are forgotten. */
  #first = 0;
  /** All that was printed, with what is forgotten. */
  #total = 0;
  #forgotten = 0;

  constructor(name: string, text: string) {
    this.name = name;
    this.add(text, -1);
  }

  get total(): number {
    return this.#total;
  }

  /** How many characters are held. */
  get chars(): number {
    return this.#total - this.#forgotten;
  }

  /** The events that brought what is held. */
  get events(): number[] {
    return this.#pieces.slice(this.#first).map(({ event }) => event);
  }

  add(text: string, event: number): void {
    this.#pieces.push({ event, text });
    this.#total += text.length;
  }

  /** All pieces up to the one that this event brought. */
  forget(event: number): void {
    for (let piece = this.#pieces[this.#first]; piece; piece = this.#pieces[this.#first]) {
      if (piece.event > event) break;
      this.#forgotten += piece.text.length;
      piece.text = '';
      this.#first++;
    }
    if (this.#first * 2 > this.#pieces.length) {
      this.#pieces = this.#pieces.slice(this.#first);
      this.#first = 0;
    }
  }

  /** What is left of the text between two places. */
  slice(from = 0, to = this.#total): string {
    const parts: string[] = [];
    let start = this.#forgotten;
    for (let at = this.#first; at < this.#pieces.length && start < to; at++) {
      const { text } = this.#pieces[at] ?? { text: '' };
      if (start + text.length > from) parts.push(text.slice(Math.max(0, from - start), to - start));
      start += text.length;
    }
    return parts.join('');
  }

  /** The end of the text: of its last pieces, and so many characters at most. */
  tail(pieces: number, chars: number): string {
    const last = this.#pieces.slice(Math.max(this.#first, this.#pieces.length - pieces));
    return last
      .map(({ text }) => text)
      .join('')
      .slice(-chars);
  }
}
