import { z } from 'zod';

export const StatusResult = z.looseObject({
  notebook: z.looseObject({ name: z.string() }),
  runtime: z.looseObject({ state: z.string() }),
});

export const NewCellResult = z.looseObject({ newCellId: z.string() });

export const OutlineResult = z.looseObject({
  cells: z.array(
    z.looseObject({
      index: z.number(),
      id: z.string(),
      cell_type: z.string(),
      title: z.string(),
      lines: z.number(),
      execution_count: z.number().nullish(),
    }),
  ),
});
export type Outline = z.infer<typeof OutlineResult>;

export const SearchResult = z.looseObject({ matches: z.array(z.looseObject({ text: z.string() })) });

const Text = z.union([z.string(), z.array(z.string())]);
const Output = z.looseObject({
  output_type: z.string(),
  text: Text.optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export const CellRunResult = z.looseObject({
  status: z.string(),
  durationMs: z.number(),
  outputs: z.array(Output),
  reason: z.string().optional(),
});

/** A run, with everything it put out as the text an agent would read. */
export type CellRun = z.infer<typeof CellRunResult> & { text: string };

export function textOf(outputs: ReadonlyArray<z.infer<typeof Output>>): string {
  return outputs
    .map(({ text, ename, evalue, traceback, data }) => {
      if (text !== undefined) return joined(text);
      if (ename !== undefined)
        return traceback?.length ? withoutColours(traceback.join('\n')) : `${ename}: ${evalue}`;
      const pictures = Object.keys(data ?? {}).filter((type) => type.startsWith('image/'));
      if (pictures.length > 0) return `(a picture: ${pictures.join(', ')})\n`;
      return joined(Text.catch('').parse(data?.['text/plain']));
    })
    .join('');
}

const joined = (text: string | string[]): string => (typeof text === 'string' ? text : text.join(''));

/** IPython colours its tracebacks with ANSI sequences. */
function withoutColours(text: string): string {
  return text
    .split('\u001b[')
    .map((piece, index) => (index === 0 ? piece : piece.replace(/^[\d;]*m/, '')))
    .join('');
}
