import { Failure } from '../../notebook/failure.ts';
import type { CellPage } from '../../notebook/notebook.ts';
import { countOf } from '../../outputs/bound-text.ts';
import { maxOutputChars } from '../run/report-run.ts';
import type { ToolContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { kernelStateOf, marksOf } from './cell-marks.ts';
import { cellResult } from './cell-result.ts';
import type { LineRange, ShapedCell, ShownCell } from './shape-cells.ts';
import { howManyFit, shapeUntilFull } from './shape-cells.ts';

/** A longer notebook is read in parts: copying all of it for a result that takes the first cells would hold up the page. */
const CELLS_AT_ONCE = 1_000;

const line = z.int().min(1).optional();

const input = z.strictObject({
  cellIndexStart: z.int().min(0).default(0).describe('First cell, from 0.'),
  cellIndexEnd: z.int().min(0).optional().describe('Last cell, inclusive.'),
  cellIds: z.array(z.string().min(1)).min(1).optional().describe('Instead of a range.'),
  includeOutputs: z.boolean().default(false).describe('Also return outputs.'),
  sinceRevision: z
    .string()
    .optional()
    .describe('Of an earlier result: only cells whose text is new since, and which are gone or moved.'),
  lineStart: line.describe('Only lines from this one on, counted from 1.'),
  lineEnd: line.describe('Last line, inclusive.'),
  format: z
    .enum(['json', 'text'])
    .default('json')
    .describe(
      '"text": a header line per cell (index, id, [count] or text, state), | before source, > before output.',
    ),
  maxOutputChars: maxOutputChars.describe('Most output text for each cell.'),
});

type Arguments = z.output<typeof input>;

export const getCells = defineTool({
  name: 'get_cells',
  title: 'Read cells',
  group: 'notebook',
  effect: 'reads',
  description:
    'Reads cells of the live notebook: type, id, index, source, revision, on request outputs. format "text" costs least. Too large a result ends early and says where to go on (nextCellIndexStart, nextCellIds).',
  input,
  output: z.object({
    cells: z.array(cellResult).optional(),
    text: z.string().optional(),
    total: z.int().optional(),
    revision: z.string().optional(),
    gone: z.array(z.string()).optional(),
    moved: z.array(z.string()).optional(),
    nextCellIndexStart: z.int().optional(),
    nextCellIds: z.array(z.string()).optional(),
  }),
  async run(args, context) {
    requireSense(args);
    const { page, shaped, rest } = await read(args, context);
    const { total, revision, since } = page;
    for (const { cell } of shaped) remember(cell, context);
    const cells =
      args.format === 'text'
        ? { text: shaped.map(({ text }) => text).join('\n') }
        : { cells: shaped.map(({ cell }) => cell) };
    const changes = since && { gone: since.gone, ...(since.moved.length > 0 ? { moved: since.moved } : {}) };
    return {
      data: { ...cells, total, revision, ...changes, ...rest },
      images: shaped.flatMap(({ images }) => images),
    };
  },
});

function requireSense({ cellIndexStart: start, cellIndexEnd: end, cellIds, lineStart, lineEnd }: Arguments) {
  if (cellIds && (start > 0 || end !== undefined))
    throw new Failure('invalid_input', 'Give either cellIds or an index range.', 'Nothing was read.');
  if (end !== undefined && end < start)
    throw new Failure(
      'invalid_input',
      `cellIndexEnd (${end}) is before cellIndexStart (${start}).`,
      'The range is inclusive: give start ≤ end.',
    );
  if (lineEnd !== undefined && lineEnd < (lineStart ?? 1))
    throw new Failure(
      'invalid_input',
      `lineEnd (${lineEnd}) is before lineStart (${lineStart}).`,
      'Lines are counted from 1, and the range is inclusive.',
    );
}

interface Found {
  /** The first part, for what holds of all of them. */
  page: CellPage;
  shaped: ShapedCell[];
  /** Where to go on. */
  rest: { nextCellIndexStart?: number; nextCellIds?: string[] };
}

async function read(args: Arguments, context: ToolContext): Promise<Found> {
  const { cellIds, cellIndexEnd: end = Number.POSITIVE_INFINITY, maxOutputChars: maxChars } = args;
  const outputs = { maxChars, scalePicture: context.scalePicture };
  const state = args.format === 'text' ? await kernelStateOf(context) : null;
  const shaped: ShapedCell[] = [];
  let first: CellPage | undefined;
  for (let from = args.cellIndexStart; ; from += CELLS_AT_ONCE) {
    const page = await context.notebook.readCells(queryOf(args, from));
    first ??= page;
    requireInRange(args.cellIndexStart, page.total);
    // A notebook that changes between two parts would give cells twice, or not at all.
    if (page.revision !== first.revision) return { page: first, shaped, rest: { nextCellIndexStart: from } };
    const before = shaped.length;
    const marks = state && (await marksOf(page.cells, state, context));
    await shapeUntilFull(page.cells, shaped, { outputs, lines: linesOf(args), marks });
    shaped.length = howManyFit(shaped);
    const left = page.cells.slice(shaped.length - before);
    if (left[0]) {
      const rest = cellIds
        ? { nextCellIds: left.map(({ id }) => id) }
        : { nextCellIndexStart: left[0].index };
      return { page: first, shaped, rest };
    }
    if (cellIds || from + CELLS_AT_ONCE > Math.min(end, page.total - 1))
      return { page: first, shaped, rest: {} };
  }
}

function queryOf(
  { cellIds, cellIndexEnd: end, includeOutputs, format, sinceRevision }: Arguments,
  from: number,
) {
  const last = Math.min(end ?? Number.POSITIVE_INFINITY, from + CELLS_AT_ONCE - 1);
  return {
    ...(cellIds ? { cellIds } : { start: from, end: last }),
    includeOutputs,
    ...(format === 'text' ? { includeFailed: true } : {}),
    ...(sinceRevision === undefined ? {} : { sinceRevision }),
  };
}

export function requireInRange(start: number, total: number): void {
  if (start === 0 || start < total) return;
  throw new Failure(
    'invalid_input',
    `cellIndexStart ${start} is out of range: the notebook has ${countOf(total, 'cell')}.`,
    total > 0 ? `Use 0 to ${total - 1}.` : 'Add a cell first.',
  );
}

const linesOf = ({ lineStart, lineEnd }: Arguments): LineRange | null =>
  lineStart === undefined && lineEnd === undefined
    ? null
    : { start: lineStart ?? 1, end: lineEnd ?? Number.POSITIVE_INFINITY };

/** Who has read a part has not seen what was changed elsewhere in the cell since it was read whole. */
function remember({ id, revision, totalLines }: ShownCell, { memory }: ToolContext): void {
  if (totalLines === undefined || memory.revisionOf(id) === undefined) memory.saw(id, revision);
}
