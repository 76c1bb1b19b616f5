import { cellId, expectedRevision, sourceText } from '../arguments.ts';
import { runAfterwards, withRun } from '../run/run-changed-cell.ts';
import { defineTool, z } from '../tool.ts';
import { writtenResult } from './written-result.ts';

export const updateCell = defineTool({
  name: 'update_cell',
  title: 'Overwrite a cell',
  group: 'notebook',
  effect: 'sets',
  mayRun: true,
  description: 'Replaces the whole content of a cell. For a small change, edit_cell is safer and shorter.',
  input: z.strictObject({
    cellId,
    content: sourceText,
    expectedRevision,
    run: runAfterwards,
  }),
  output: writtenResult,
  async run({ cellId, content, expectedRevision, run }, context) {
    const { revision, written } = await context.notebook.replaceSource({
      cellId,
      source: content,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    const data = { revision, ...(written === undefined ? {} : { editedByUser: true, content: written }) };
    return withRun({ data }, cellId, run, context);
  },
});
