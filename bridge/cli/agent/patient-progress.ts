const PATIENCE_MS = 1_000;

/** Tells how far a call is, once it takes so long that somebody might wonder. */
export class PatientProgress {
  readonly #tell: (message: string) => void;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;
  #latest = '';

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      if (this.#latest !== '') tell(this.#latest);
    }, PATIENCE_MS);
  }

  note(message: string): void {
    if (message === '' || message === this.#latest) return;
    this.#latest = message;
    if (this.#isLate) this.#tell(message);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
