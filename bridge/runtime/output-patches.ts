import { KernelMessage } from '@jupyterlab/services';
import type { Output } from '../../src/notebook/cell.ts';
import type { OutputPatch } from '../../src/notebook/run-update.ts';

/** What the messages of one execution make of its outputs. */
export class OutputPatches {
  /** For each output the name of its stream, or null for what is none. */
  #places: Array<string | null> = [];
  /** Where displays stand that can be updated. */
  readonly #displays = new Map<string, number[]>();
  /** The code has cleared its output, but only for the next one: so that nothing flickers. */
  #clearsWithNext = false;

  of(message: KernelMessage.IIOPubMessage): OutputPatch[] {
    if (KernelMessage.isStreamMsg(message)) return this.#stream(message.content);
    if (KernelMessage.isDisplayDataMsg(message)) {
      const { data, metadata, transient } = message.content;
      return this.#put({ output_type: 'display_data', data, metadata }, transient?.display_id);
    }
    if (KernelMessage.isExecuteResultMsg(message)) {
      const { data, metadata, execution_count } = message.content;
      const { transient } = message.content;
      return this.#put(
        { output_type: 'execute_result', data, metadata, execution_count },
        transient?.display_id,
      );
    }
    if (KernelMessage.isUpdateDisplayDataMsg(message)) return this.#update(message.content);
    if (KernelMessage.isErrorMsg(message)) {
      const { ename, evalue, traceback } = message.content;
      return this.#put({ output_type: 'error', ename, evalue, traceback }, undefined);
    }
    if (!KernelMessage.isClearOutputMsg(message)) return [];
    this.#clearsWithNext = true;
    return message.content.wait ? [] : this.#cleared();
  }

  #stream({ name, text }: { name: string; text: string }): OutputPatch[] {
    const patches = this.#cleared();
    const last = this.#places.length - 1;
    if (this.#places[last] === name) return [...patches, { op: 'append', index: last, text }];
    const index = this.#places.push(name) - 1;
    // A stream begins empty: what it prints is what was added to it.
    const output = { output_type: 'stream', name, text: '' };
    return [...patches, { op: 'put', index, output }, { op: 'append', index, text }];
  }

  #put(output: Output, displayId: unknown): OutputPatch[] {
    const patches = this.#cleared();
    const index = this.#places.push(null) - 1;
    if (typeof displayId === 'string') {
      this.#displays.set(displayId, [...(this.#displays.get(displayId) ?? []), index]);
    }
    return [...patches, { op: 'put', index, output }];
  }

  #update({ data, metadata, transient }: KernelMessage.IUpdateDisplayDataMsg['content']): OutputPatch[] {
    const output = { output_type: 'display_data', data, metadata };
    const places = this.#displays.get(String(transient?.display_id)) ?? [];
    return places.map((index) => ({ op: 'put', index, output }));
  }

  #cleared(): OutputPatch[] {
    if (!this.#clearsWithNext) return [];
    this.#clearsWithNext = false;
    this.#places = [];
    this.#displays.clear();
    return [{ op: 'cut', length: 0 }];
  }
}
