import { fromLines, withPlainLineEnds } from '../../notebook/cell.ts';
import { conflict, fenced } from '../../notebook/conflict.ts';
import { Failure } from '../../notebook/failure.ts';
import { MAX_SOURCE_CHARS } from '../../wire/limits.ts';
import { cellId, expectedRevision, sourceText } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const editCell = defineTool({
  name: 'edit_cell',
  title: 'Find and replace in a cell',
  group: 'notebook',
  effect: 'edits',
  description:
    'Replaces a text in a cell with another. The text must be there exactly once, unless replaceAll is set; otherwise nothing is changed and the current content is shown.',
  input: z.strictObject({
    cellId,
    find: z.string().min(1).describe('The text to replace, exactly as it stands in the cell.'),
    replace: sourceText('What to put in its place.'),
    replaceAll: z.boolean().default(false).describe('Replace every occurrence.'),
    expectedRevision,
  }),
  async run({ cellId, find, replace, replaceAll, expectedRevision }, { notebook, memory }) {
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
    if (found === 0 || (found > 1 && !replaceAll)) {
      const count = found === 0 ? 'is not in the cell' : `is in the cell ${found} times`;
      const next =
        found === 0
          ? 'Nothing was changed. Copy the text from'
          : 'Nothing was changed. Give more of the lines around it, or set replaceAll. See';
      throw new Failure(
        'invalid_input',
        `The text to find ${count}.`,
        `${next} its current content:\n${fenced(source)}`,
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
    return { data: { replacements: found, revision, ...changed } };
  },
});
