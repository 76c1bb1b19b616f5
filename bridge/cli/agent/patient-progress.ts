/** A call that is done sooner needs no word, and nobody reads faster. */
const PATIENCE_MS = 1_000;

/** Tells now and then how far a call is: of a loop that prints, only what is newest. */
export class PatientProgress {
  readonly #timer: NodeJS.Timeout;
  #latest = '';
  #told = '';

  constructor(tell: (message: string) => void) {
    this.#timer = setInterval(() => {
      if (this.#latest === this.#told) return;
      this.#told = this.#latest;
      tell(this.#latest);
    }, PATIENCE_MS);
  }

  note(message: string): void {
    if (message !== '') this.#latest = message;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
