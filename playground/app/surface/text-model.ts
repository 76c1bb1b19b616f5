import type { TextBuffer } from '../model/text-buffer.ts';

/** A cell's text in the manner of a Monaco text model. */
export function textModel(buffer: TextBuffer) {
  return {
    getValue: () => buffer.value,
    setValue: (value: string) => buffer.set(String(value)),
    getVersionId: () => buffer.version,
    getLineCount: () => buffer.value.split('\n').length,
    getLineContent: (line: number) => buffer.value.split('\n')[line - 1] ?? '',
    onDidChangeContent(listener: (event: { changes: unknown[] }) => void) {
      const dispose = buffer.events.on('change', () => listener({ changes: [] }));
      return { dispose };
    },
  };
}
