import type { CodeRequest, CodeRun } from '../../../src/notebook/kernel.ts';
import type { OnRunUpdate } from '../../../src/notebook/notebook.ts';

/** A Python without a page or a server: just enough of a kernel for what runs in one. */
export interface PythonKernel {
  execute(request: CodeRequest, onUpdate?: OnRunUpdate): Promise<CodeRun>;
  close(): Promise<void>;
}

/** Streams as a page tells them: consecutive text of one stream is one output. */
export function tellStreams(onUpdate: OnRunUpdate | undefined): (name: string, text: string) => void {
  let index = -1;
  let last = '';
  return (name, text) => {
    if (name === last) onUpdate?.({ patches: [{ op: 'append', index, text }] });
    else {
      index += 1;
      last = name;
      onUpdate?.({ patches: [{ op: 'put', index, output: { output_type: 'stream', name, text } }] });
    }
  };
}
