import type { RuntimeFiles } from './kernel.ts';
import type { FileNews, ToWorker } from './kernel-messages.ts';

type Answer = FileNews['answer'];

/** The files of a worker's own memory. It answers between two executions, not while Python computes. */
export class WorkerFiles implements RuntimeFiles {
  readonly #send: (message: ToWorker) => void;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #requests = 0;

  constructor(send: (message: ToWorker) => void) {
    this.#send = send;
  }

  async read(path: string): Promise<ArrayBuffer | null> {
    const answer = await this.#ask((request) => ({ type: 'read-file', request, path }));
    return answer instanceof ArrayBuffer ? answer : null;
  }

  async write(path: string, content: ArrayBuffer): Promise<boolean> {
    return (await this.#ask((request) => ({ type: 'write-file', request, path, content }))) === true;
  }

  receive({ request, answer }: FileNews): void {
    this.#open.get(request)?.(answer);
    this.#open.delete(request);
  }

  /** The worker is gone, and its files with it. */
  forget(): void {
    for (const settle of this.#open.values()) settle(null);
    this.#open.clear();
  }

  #ask(message: (request: number) => ToWorker): Promise<Answer> {
    const request = ++this.#requests;
    return new Promise((resolve) => {
      this.#open.set(request, resolve);
      this.#send(message(request));
    });
  }
}
