import type { ReadMessage, RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import { BusyMark } from './busy-mark.ts';
import { nameOf } from './refusal-answers.ts';

export type Request = Extract<ReadMessage, { kind: 'request' }>;

/** A request that has no answer yet. */
export interface OpenRequest {
  id: RequestId;
  method: string;
  /** Of the tool, where it is a call of one. */
  name: string;
  text: string;
  /** The notebook that it was asked about; null when there was none in the tab. */
  notebookId: string | null;
  /** It may have had effects: then it is never asked again. */
  hasBegun: boolean;
  /** The run that it started. */
  runId: string | null;
}

/** The requests of a server that have no answer yet, and whether people see that there are some. */
export class OpenRequests {
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #busy: BusyMark;
  readonly #countChanged: () => void;

  constructor(busyChanged: () => void, countChanged: () => void) {
    this.#busy = new BusyMark(busyChanged);
    this.#countChanged = countChanged;
  }

  get count(): number {
    return this.#open.size;
  }

  get isBusy(): boolean {
    return this.#busy.shown;
  }

  add({ id, method, params }: Request, text: string, notebookId: string | null): void {
    const name = nameOf(method, params);
    this.#open.set(id, { id, method, name, text, notebookId, hasBegun: false, runId: null });
    this.#note();
  }

  /** The session says that it has, or is about to have, effects. */
  begin(id: RequestId, runId: string | null): void {
    const request = this.#open.get(id);
    if (request) this.#open.set(id, { ...request, hasBegun: true, runId: runId ?? request.runId });
  }

  get(id: RequestId): OpenRequest | undefined {
    return this.#open.get(id);
  }

  has(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Undefined when it has been answered, or is wanted no more. */
  take(id: RequestId): OpenRequest | undefined {
    const request = this.#open.get(id);
    this.#open.delete(id);
    this.#note();
    return request;
  }

  /** All of them, or those of this kind. */
  takeAll(which: (request: OpenRequest) => boolean = () => true): OpenRequest[] {
    const taken = [...this.#open.values()].filter(which);
    for (const { id } of taken) this.#open.delete(id);
    this.#note();
    return taken;
  }

  get all(): OpenRequest[] {
    return [...this.#open.values()];
  }

  end(): void {
    this.#busy.stop();
  }

  #note(): void {
    this.#busy.note(this.#open.size > 0);
    this.#countChanged();
  }
}

/** The request in a frame; null when it is none. */
export function requestIn(text: string): Request | null {
  const frame = readMessage(text);
  return frame.kind === 'request' ? frame : null;
}
