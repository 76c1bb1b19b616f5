import { fromLines, withPlainLineEnds } from '../../notebook/cell.ts';
import { conflict, fenced } from '../../notebook/conflict.ts';
import { Failure } from '../../notebook/failure.ts';
import { startOf } from '../../outputs/bound-text.ts';
import { MAX_SOURCE_CHARS } from '../../wire/limits.ts';
import { cellId, expectedRevision, sourceText } from '../arguments.ts';
import { runAfterwards, withRun } from '../run/run-changed-cell.ts';
import { defineTool, z } from '../tool.ts';
import { writtenResult } from './written-result.ts';

export const editCell = defineTool({
  name: 'edit_cell',
  title: 'Find and replace in a cell',
  group: 'notebook',
  effect: 'edits',
  mayRun: true,
  description:
    'Replaces a text in a cell. It must be there exactly once, unless replaceAll is set; else nothing is changed, and the lines that match (or the content) are shown.',
  input: z.strictObject({
    cellId,
    find: z.string().min(1).describe('Exactly as it stands in the cell.'),
    replace: sourceText,
    replaceAll: z.boolean().default(false),
    expectedRevision,
    run: runAfterwards,
  }),
  output: writtenResult.extend({ replacements: z.int() }),
  async run({ cellId, find, replace, replaceAll, expectedRevision, run }, context) {
    const { notebook, memory } = context;
    const { cells } = await notebook.readCells({ cellIds: [cellId] });
    const cell = cells[0];
    if (!cell) throw new Failure('not_found', `There is no cell "${cellId}".`, 'Call get_cells for the ids.');
    // Agents on other systems write other line ends than notebooks have.
    const source = withPlainLineEnds(fromLines(cell.source));
    const expected = expectedRevision ?? memory.revisionOf(cellId);
    if (expected !== undefined && expected !== cell.revision) {
      throw conflict(`The cell "${cellId}" was changed since you read it.`, {
        text: source,
        revision: cell.revision,
      });
    }
    const pieces = source.split(withPlainLineEnds(find));
    const found = pieces.length - 1;
    if (found === 0) {
      throw new Failure(
        'invalid_input',
        'The text to find is not in the cell.',
        `Nothing was changed. Copy the text from its current content:\n${fenced(source)}`,
      );
    }
    if (found > 1 && !replaceAll) {
      throw new Failure(
        'invalid_input',
        `The text to find is in the cell ${found} times.`,
        `Nothing was changed. Give more of the lines around it, or set replaceAll. It begins in:\n${matchingLines(pieces, source)}`,
      );
    }
    const edited = pieces.join(withPlainLineEnds(replace));
    if (edited.length > MAX_SOURCE_CHARS) {
      throw new Failure(
        'invalid_input',
        `The cell would have ${edited.length} characters; ${MAX_SOURCE_CHARS} is the most.`,
        'Nothing was changed. Split the cell.',
      );
    }
    // What was read is what is replaced: if the user types in between, the notebook refuses.
    const { revision, written } = await notebook.replaceSource({
      cellId,
      source: edited,
      expectedRevision: cell.revision,
    });
    // It has not seen the rest of the cell, and must not overwrite it as if it had.
    if (expected === undefined && written === undefined) memory.forget(cellId);
    const changed = written === undefined ? {} : { editedByUser: true, content: written };
    return withRun({ data: { replacements: found, revision, ...changed } }, cellId, run, context);
  },
});

const MOST_NAMED = 20;
const LINE_CHARS = 120;

/** The lines in which the text begins, with their numbers: what is between the pieces. */
function matchingLines(pieces: readonly string[], source: string): string {
  const lines = source.split('\n');
  const find = (source.length - pieces.join('').length) / (pieces.length - 1);
  let at = 0;
  let line = 0;
  const named = new Map<number, string>();
  for (const piece of pieces.slice(0, -1)) {
    line += piece.split('\n').length - 1;
    named.set(line, `${line + 1}: ${startOf(lines[line] ?? '', LINE_CHARS)}`);
    at += piece.length;
    line += source.slice(at, at + find).split('\n').length - 1;
    at += find;
  }
  const shown = [...named.values()];
  const more = shown.length > MOST_NAMED ? [`… and ${shown.length - MOST_NAMED} more`] : [];
  return fenced([...shown.slice(0, MOST_NAMED), ...more].join('\n'));
}
