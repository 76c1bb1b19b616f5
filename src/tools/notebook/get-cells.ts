import type { Cell } from '../../notebook/cell.ts';
import { fromLines, toLines } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import { boundText } from '../../outputs/bound-text.ts';
import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import { resultWeight } from '../../outputs/weight.ts';
import { MAX_RESULT_BYTES } from '../../wire/limits.ts';
import type { Picture } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

/** The share of one result that pictures may take; what is over stays in the notebook. */
const PICTURE_BUDGET = MAX_RESULT_BYTES / 2;

/** A single source longer than this is cut: it would crowd out every other cell. */
const MAX_SOURCE_SHOWN = 200_000;

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
  }),
  async run({ cellIndexStart: start, cellIndexEnd: end, includeOutputs }, { notebook }) {
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
    const images: Picture[] = [];
    const cells: Cell[] = [];
    let weight = 0;
    let pictureWeight = 0;
    for (const { index: _place, ...cell } of page.cells) {
      const shaped = shapeCell(cell);
      const pictures = shaped.images.reduce((sum, image) => sum + image.base64.length, 0);
      weight += resultWeight(shaped.cell);
      if (weight > MAX_RESULT_BYTES - PICTURE_BUDGET && cells.length > 0) break;
      if (pictureWeight + pictures > PICTURE_BUDGET && cells.length > 0) break;
      pictureWeight += pictures;
      cells.push(shaped.cell);
      images.push(...shaped.images);
    }
    const rest = cells.length < page.cells.length ? { nextCellIndexStart: start + cells.length } : {};
    return { data: { cells, total: page.total, revision: page.revision, ...rest }, images };
  },
});

function shapeCell(cell: Cell): { cell: Cell; images: Picture[] } {
  const source = fromLines(cell.source);
  const shown =
    source.length > MAX_SOURCE_SHOWN
      ? { ...cell, source: toLines(boundText(source, MAX_SOURCE_SHOWN)) }
      : cell;
  if (!shown.outputs) return { cell: shown, images: [] };
  const { outputs, images } = shapeOutputs(shown.outputs);
  return { cell: { ...shown, outputs }, images };
}
