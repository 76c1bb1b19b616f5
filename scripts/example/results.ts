import { z } from 'zod';

export const StatusResult = z.looseObject({
  notebook: z.looseObject({ name: z.string() }),
  runtime: z.looseObject({ state: z.string() }),
});

export const NewCellResult = z.looseObject({ newCellId: z.string() });

export const OutlineResult = z.looseObject({ total: z.number(), text: z.string() });

export const CellsResult = z.looseObject({
  cells: z.array(z.looseObject({ id: z.string(), source: z.array(z.string()) })),
});
export type Cells = z.infer<typeof CellsResult>;

export const SearchResult = z.looseObject({ matches: z.array(z.looseObject({ text: z.string() })) });

const Output = z.looseObject({
  output_type: z.string(),
  text: z.string().optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.string().optional(),
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
      if (text !== undefined) return text;
      if (ename !== undefined) return traceback || `${ename}: ${evalue}`;
      const pictures = Object.keys(data ?? {}).filter((type) => type.startsWith('image/'));
      if (pictures.length > 0) return `(a picture: ${pictures.join(', ')})\n`;
      return z.string().catch('').parse(data?.['text/plain']);
    })
    .join('');
}
