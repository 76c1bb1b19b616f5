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
    { notebook, scalePicture },
  ) {
    if (end !== undefined && end < start) {
      throw new Failure(
        'invalid_input',
        `cellIndexEnd (${end}) is before cellIndexStart (${start}).`,
        'The range is inclusive: give start ≤ end.',
      );
    }
    const page = await notebook.readCells({ start, ...(end === undefined ? {} : { end }), includeOutputs });
    if (start > 0 && start >= page.total) {
      throw new Failure(
        'invalid_input',
        `cellIndexStart ${start} is out of range: the notebook has ${page.total} cells.`,
        `Use 0 to ${page.total - 1}.`,
      );
    }
    const shaped = includeOutputs
      ? await shapeUntilFull(page.cells, { maxChars: maxOutputChars, scalePicture })
      : page.cells.map(({ index: _place, ...cell }) => ({ cell: boundSource(cell), images: [] }));
    const shown = shaped.slice(0, howManyFit(shaped));
    const rest = shown.length < page.cells.length ? { nextCellIndexStart: start + shown.length } : {};
    return {
      data: { cells: shown.map(({ cell }) => cell), total: page.total, revision: page.revision, ...rest },
      images: shown.flatMap(({ images }) => images),
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
async function shapeUntilFull(cells: CellPage['cells'], options: ShapeOptions): Promise<ShapedCell[]> {
  const shaped: ShapedCell[] = [];
  const earlierPictures: Picture[] = [];
  let weight = 0;
  for (const { index: _place, ...cell } of cells) {
    if (weight > MAX_RESULT_BYTES) break;
    const next = await shapeCell(boundSource(cell), { ...options, earlierPictures });
    shaped.push(next);
    earlierPictures.push(...next.images);
    weight += weightOf([next]);
  }
  return shaped;
}

async function shapeCell(cell: Cell, options: ShapeOptions): Promise<ShapedCell> {
  if (!cell.outputs) return { cell, images: [] };
  const maxBytes = MAX_RESULT_BYTES - resultWeight({ ...cell, outputs: [] }) - ENVELOPE_BYTES;
  const { outputs, images } = await shapeOutputs(cell.outputs, { ...options, maxBytes });
  return { cell: { ...cell, outputs }, images };
}

function boundSource(cell: Cell): Cell {
  const source = fromLines(cell.source);
  if (source.length <= MAX_SOURCE_SHOWN) return cell;
  return { ...cell, source: toLines(boundText(source, MAX_SOURCE_SHOWN)) };
}
