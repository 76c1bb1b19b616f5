import type { Cell } from '../../notebook/cell.ts';
import { fromLines, toLines } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import type { CellPage } from '../../notebook/notebook.ts';
import { boundText, DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import type { Picture } from '../../outputs/picture.ts';
import type { ShapeOptions } from '../../outputs/shape-outputs.ts';
import { resultWeight, shapeOutputs } from '../../outputs/shape-outputs.ts';
import { MAX_RESULT_BYTES } from '../../wire/limits.ts';
import { defineTool, z } from '../tool.ts';

/** A source longer than this is cut, so that a single cell always fits into a result, whatever its characters. */
const MAX_SOURCE_SHOWN = 50_000;

/** Room for what the result says besides its cells. */
const ENVELOPE_BYTES = 1_000;

/** A longer notebook is read in parts: copying all of it for a result that takes the first cells would hold up the page. */
const CELLS_AT_ONCE = 1_000;

export const getCells = defineTool({
  name: 'get_cells',
  title: 'Read cells',
  group: 'notebook',
  effect: 'reads',
  description:
    'Reads cells of the live notebook, as the user sees it now: type, id, source lines and revision, and on request their outputs. A result that would be too large ends early and says where to go on (nextCellIndexStart).',
  input: z.strictObject({
    cellIndexStart: z.int().min(0).default(0).describe('The first cell to read, counted from 0.'),
    cellIndexEnd: z
      .int()
      .min(0)
      .optional()
      .describe('The last cell to read, inclusive; the last cell of the notebook when left out.'),
    includeOutputs: z.boolean().default(false).describe('Also return the outputs of code cells.'),
    maxOutputChars: z
      .int()
      .min(100)
      .max(200_000)
      .default(DEFAULT_OUTPUT_CHARS)
      .describe(
        'How much output text to return for each cell at most; what is over is left out in the middle, and counted.',
      ),
  }),
  async run(
    { cellIndexStart: start, cellIndexEnd: end, includeOutputs, maxOutputChars },
    { notebook, memory, scalePicture },
  ) {
    if (end !== undefined && end < start) {
      throw new Failure(
        'invalid_input',
        `cellIndexEnd (${end}) is before cellIndexStart (${start}).`,
        'The range is inclusive: give start ≤ end.',
      );
    }
    const readFrom = (first: number): Promise<CellPage> => {
      const last = Math.min(end ?? Number.POSITIVE_INFINITY, first + CELLS_AT_ONCE - 1);
      return notebook.readCells({ start: first, end: last, includeOutputs });
    };
    let page = await readFrom(start);
    const { total, revision } = page;
    if (start > 0 && start >= total) {
      throw new Failure(
        'invalid_input',
        `cellIndexStart ${start} is out of range: the notebook has ${total} cells.`,
        `Use 0 to ${total - 1}.`,
      );
    }
    const wanted = Math.min(end ?? total - 1, total - 1) - start + 1;
    const shaped: ShapedCell[] = [];
    let shown = 0;
    // A notebook that changes between two parts would give cells twice, or not at all.
    while (page.revision === revision) {
      if (includeOutputs)
        await shapeUntilFull(page.cells, shaped, { maxChars: maxOutputChars, scalePicture });
      else shaped.push(...page.cells.map((cell) => ({ cell: shownCell(cell), images: [] })));
      shown = howManyFit(shaped);
      if (shown < shaped.length || shown >= wanted || page.cells.length === 0) break;
      page = await readFrom(start + shown);
    }
    const fitting = shaped.slice(0, shown);
    for (const { cell } of fitting) memory.saw(cell.id, cell.revision);
    const rest = shown < wanted ? { nextCellIndexStart: start + shown } : {};
    return {
      data: { cells: fitting.map(({ cell }) => cell), total, revision, ...rest },
      images: fitting.flatMap(({ images }) => images),
    };
  },
});

interface ShapedCell {
  cell: Cell;
  images: Picture[];
}

/** At least one, so that every call brings the reader on. Weighing cell by cell is slow, and seldom needed. */
function howManyFit(cells: ShapedCell[]): number {
  if (weightOf(cells) <= MAX_RESULT_BYTES) return cells.length;
  let weight = 0;
  const first = cells.findIndex((cell) => {
    weight += weightOf([cell]);
    return weight > MAX_RESULT_BYTES;
  });
  return Math.max(1, first);
}

function weightOf(cells: ShapedCell[]): number {
  const pictures = cells.flatMap(({ images }) => images).reduce((sum, { base64 }) => sum + base64.length, 0);
  return resultWeight(cells.map(({ cell }) => cell)) + pictures;
}

/** Shaping outputs takes time, so cells that the result has no room for are not even begun. */
async function shapeUntilFull(
  cells: CellPage['cells'],
  shaped: ShapedCell[],
  options: ShapeOptions,
): Promise<void> {
  const earlierPictures = shaped.flatMap(({ images }) => images);
  let weight = weightOf(shaped);
  for (const cell of cells) {
    if (weight > MAX_RESULT_BYTES) break;
    const next = await shapeCell(shownCell(cell), { ...options, earlierPictures });
    shaped.push(next);
    earlierPictures.push(...next.images);
    weight += weightOf([next]);
  }
}

async function shapeCell(cell: Cell, options: ShapeOptions): Promise<ShapedCell> {
  if (!cell.outputs) return { cell, images: [] };
  const maxBytes = MAX_RESULT_BYTES - resultWeight({ ...cell, outputs: [] }) - ENVELOPE_BYTES;
  const { outputs, images } = await shapeOutputs(cell.outputs, { ...options, maxBytes });
  return { cell: { ...cell, outputs }, images };
}

/** Without its place, and written out: taking the rest of an object is the slowest part of reading a thousand cells. */
function shownCell({ cell_type, id, source, revision, execution_count, outputs }: Cell): Cell {
  const cell: Cell = { cell_type, id, source: boundSource(source), revision };
  if (execution_count !== undefined) cell.execution_count = execution_count;
  if (outputs !== undefined) cell.outputs = outputs;
  return cell;
}

function boundSource(lines: string[]): string[] {
  const source = fromLines(lines);
  return source.length <= MAX_SOURCE_SHOWN ? lines : toLines(boundText(source, MAX_SOURCE_SHOWN));
}
