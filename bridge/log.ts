import { appendFileSync } from 'node:fs';
import { Stderr } from './stderr.ts';

type Level = 'info' | 'warning' | 'error';

/** Sentences are short; what is longer quotes something that came from outside. */
const LONGEST_LINE = 4_000;

/** Stdout belongs to the protocol, so everything said to people goes to stderr and, if asked, to a file. */
export class Log {
  #file: string | undefined;
  readonly #stderr: { write: (text: string) => unknown };
  readonly #secrets = new Set<string>();

  constructor(file?: string, stderr: { write: (text: string) => unknown } = new Stderr()) {
    this.#file = file;
    this.#stderr = stderr;
  }

  /** From now on this text never appears in a log line. */
  hide(secret: string): void {
    this.#secrets.add(secret);
  }

  info(sentence: string): void {
    this.#write('info', sentence);
  }

  warn(sentence: string): void {
    this.#write('warning', sentence);
  }

  error(sentence: string): void {
    this.#write('error', sentence);
  }

  /** For the person at the terminal only: the one place where a link with its token is shown. */
  show(sentence: string): void {
    this.#stderr.write(`cellwire: ${sentence}\n`);
  }

  #write(level: Level, sentence: string): void {
    const safe = [...this.#secrets].reduce((text, secret) => text.replaceAll(secret, '[hidden]'), sentence);
    const line = safe.length > LONGEST_LINE ? `${safe.slice(0, LONGEST_LINE)} …` : safe;
    const marked = level === 'info' ? line : `${level}: ${line}`;
    this.#stderr.write(`cellwire: ${marked}\n`);
    if (this.#file === undefined) return;
    try {
      appendFileSync(this.#file, `${new Date().toISOString()} ${marked}\n`, { mode: 0o600 });
    } catch (error) {
      // A full disk must not take the notebook away from the agent; stderr still has the line.
      this.#file = undefined;
      this.warn(`The log file cannot be written, so it ends here: ${String(error)}`);
    }
  }
}
