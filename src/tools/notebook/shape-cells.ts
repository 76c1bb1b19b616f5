import type { Cell } from '../../notebook/cell.ts';
import { fromLines, toLines } from '../../notebook/cell.ts';
import { boundText } from '../../outputs/bound-text.ts';
import type { Picture } from '../../outputs/picture.ts';
import type { ShapeOptions } from '../../outputs/shape-outputs.ts';
import { resultWeight, shapeOutputs } from '../../outputs/shape-outputs.ts';
import { MAX_RESULT_BYTES } from '../../wire/limits.ts';
import type { CellMarks } from './cell-marks.ts';
import { headerOf, outputsText, sourceText } from './cell-text.ts';

/** A source longer than this is cut, so that a single cell always fits into a result, whatever its characters. */
const MAX_SOURCE_SHOWN = 50_000;

/** Of cells as text, in one result: as much as an agent wants to read at once. */
const MAX_TEXT = 50_000;

/** Room for what the result says besides its cells. */
const ENVELOPE_BYTES = 1_000;

/** A cell as agents get it. Without all of its lines it says which ones they are. */
export interface ShownCell extends Cell {
  index: number;
  lineStart?: number;
  lineEnd?: number;
  totalLines?: number;
}

export interface ShapedCell {
  cell: ShownCell;
  images: Picture[];
  /** The same as text, where that is what is wanted. */
  text: string;
}

export interface CellForm {
  outputs: Pick<ShapeOptions, 'maxChars' | 'scalePicture'>;
  lines: LineRange | null;
  /** Of cells as text: what their headers say. Null: they are wanted as nbformat has them. */
  marks: CellMarks | null;
}

/** Counted from 1, both ends included. */
export interface LineRange {
  start: number;
  end: number;
}

/** Adds cells to those that are there already; shaping outputs takes time, so those without room are not even begun. */
export async function shapeUntilFull(
  cells: ReadonlyArray<Cell & { index: number }>,
  shaped: ShapedCell[],
  form: CellForm,
): Promise<void> {
  const earlierPictures = shaped.flatMap(({ images }) => images);
  let weight: number | null = null;
  for (const cell of cells) {
    const shown = shownCell(cell, form.lines);
    let next: ShapedCell = { cell: shown, images: [], text: '' };
    if (shown.outputs) {
      weight ??= weightOf(shaped);
      if (weight > MAX_RESULT_BYTES) return;
      next = await withOutputs(shown, form, earlierPictures);
      earlierPictures.push(...next.images);
      weight += weightOf([next]);
    }
    if (form.marks) next.text = textOf(next.cell, form.marks);
    shaped.push(next);
  }
}

async function withOutputs(cell: ShownCell, form: CellForm, earlierPictures: Picture[]): Promise<ShapedCell> {
  const maxBytes = MAX_RESULT_BYTES - resultWeight({ ...cell, outputs: [] }) - ENVELOPE_BYTES;
  const asLines = form.marks === null;
  const options = { ...form.outputs, earlierPictures, maxBytes, asLines };
  const { outputs, images } = await shapeOutputs(cell.outputs ?? [], options);
  return { cell: { ...cell, outputs }, images, text: '' };
}

/** At least one, so that every call brings the reader on. Weighing cell by cell is slow, and seldom needed. */
export function howManyFit(cells: readonly ShapedCell[]): number {
  const isLight = weightOf(cells) <= MAX_RESULT_BYTES;
  let weight = 0;
  let chars = 0;
  const first = cells.findIndex((cell) => {
    if (!isLight) weight += weightOf([cell]);
    chars += cell.text.length;
    return weight > MAX_RESULT_BYTES || chars > MAX_TEXT;
  });
  return first < 0 ? cells.length : Math.max(1, first);
}

function weightOf(cells: readonly ShapedCell[]): number {
  const pictures = cells.flatMap(({ images }) => images).reduce((sum, { base64 }) => sum + base64.length, 0);
  return resultWeight(cells.map(({ cell }) => cell)) + pictures;
}

/** Written out: taking the rest of an object is the slowest part of reading a thousand cells. */
function shownCell(read: Cell & { index: number }, lines: LineRange | null): ShownCell {
  const { index, cell_type, id, source, revision, source_is, execution_count, outputs } = read;
  const wanted = lines ? source.slice(lines.start - 1, lines.end) : source;
  const cell: ShownCell = { cell_type, id, source: boundSource(wanted), revision, index };
  if (source_is !== undefined) cell.source_is = source_is;
  if (execution_count !== undefined) cell.execution_count = execution_count;
  if (outputs !== undefined) cell.outputs = outputs;
  if (lines && wanted.length < source.length) {
    cell.totalLines = source.length;
    if (wanted.length > 0) {
      cell.lineStart = lines.start;
      cell.lineEnd = lines.start + wanted.length - 1;
    }
  }
  return cell;
}

function boundSource(lines: string[]): string[] {
  const source = fromLines(lines);
  return source.length <= MAX_SOURCE_SHOWN ? lines : toLines(boundText(source, MAX_SOURCE_SHOWN));
}

const SOURCE_IS = { rendered: 'source as rendered', part: 'a part of the source' };

function textOf(cell: ShownCell, marks: CellMarks): string {
  const { id, source, source_is, outputs = [], lineStart, lineEnd, totalLines } = cell;
  const shown = lineStart === undefined ? 'no lines' : `lines ${lineStart}-${lineEnd}`;
  const notes = [
    ...(totalLines === undefined ? [] : [`${shown} of ${totalLines}`]),
    ...(source_is === undefined ? [] : [SOURCE_IS[source_is]]),
  ];
  return (
    headerOf(cell, marks.get(id), notes.join('; ')) + sourceText(fromLines(source)) + outputsText(outputs)
  );
}
