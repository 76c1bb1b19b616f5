import { fromLines, withPlainLineEnds } from '../../notebook/cell.ts';
import { conflict } from '../../notebook/conflict.ts';
import { Failure } from '../../notebook/failure.ts';
import { MAX_SOURCE_CHARS } from '../../wire/limits.ts';
import type { ToolContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { changedLines, replacerOf } from './replacement.ts';

export const replaceInNotebook = defineTool({
  name: 'replace_in_notebook',
  title: 'Find and replace in the notebook',
  group: 'notebook',
  effect: 'edits',
  description:
    'Replaces a text, or what a regular expression finds, in all cells or the given ones: all or none. Returns what the lines read afterwards, of the first twenty cells; in a dry run whole lines, of all.',
  input: z.strictObject({
    find: z
      .string()
      .min(1)
      .max(1_000)
      .describe('Case counts. With regex a JavaScript pattern, line by line: \\bname\\b is a whole name.'),
    replace: z.string().max(100_000).describe('With regex, $1 is the first group.'),
    regex: z.boolean().default(false),
    cellIds: z.array(z.string().min(1)).min(1).optional().describe('Only these cells.'),
    dryRun: z.boolean().default(false).describe('Only show what would change.'),
  }),
  output: z.object({
    /** Nothing was changed yet. */
    dryRun: z.boolean().optional(),
    replacements: z.int(),
    cells: z.array(z.object({ cellId: z.string(), lines: z.array(z.string()) })),
    cellsLeftOut: z.int().optional(),
  }),
  async run({ find, replace, regex, cellIds, dryRun }, context) {
    const replaced = replacerOf(find, replace, regex);
    const { cells } = await context.notebook.readCells(cellIds ? { cellIds } : {});
    const changes: SourceEdit[] = [];
    let replacements = 0;
    for (const cell of cells) {
      const before = withPlainLineEnds(fromLines(cell.source));
      const { text, count } = replaced(before);
      if (count === 0 || text === before) continue;
      const { id: cellId, revision } = cell;
      replacements += count;
      changes.push({ cellId, revision, before, after: text });
    }
    for (const change of changes) requireWritable(change, context);
    if (!dryRun) await writeAll(changes, context);
    const told = dryRun ? changes : changes.slice(0, FEW_CELLS);
    const leftOut = changes.length - told.length;
    return {
      data: {
        ...(dryRun ? { dryRun } : {}),
        replacements,
        cells: told.map(({ cellId, before, after }) => ({
          cellId,
          lines: changedLines(before, after, !dryRun),
        })),
        ...(leftOut > 0 ? { cellsLeftOut: leftOut } : {}),
      },
    };
  },
});

/** Of more that were changed alike nobody reads; whoever wants to makes a dry run first. */
const FEW_CELLS = 20;

interface SourceEdit {
  cellId: string;
  revision: string;
  before: string;
  after: string;
}

function requireWritable({ cellId, revision, before, after }: SourceEdit, { memory }: ToolContext): void {
  const seen = memory.revisionOf(cellId);
  if (seen !== undefined && seen !== revision) {
    throw conflict(`The cell "${cellId}" was changed since you read it; nothing was changed.`, {
      text: before,
      revision,
    });
  }
  if (after.length <= MAX_SOURCE_CHARS) return;
  throw new Failure(
    'invalid_input',
    `The cell "${cellId}" would have ${after.length} characters; ${MAX_SOURCE_CHARS} is the most.`,
    'Nothing was changed.',
  );
}

async function writeAll(changes: readonly SourceEdit[], { notebook, memory }: ToolContext): Promise<void> {
  const done: Array<SourceEdit & { now: string }> = [];
  try {
    for (const change of changes) {
      const { cellId, after: source, revision: expectedRevision } = change;
      const isSeen = memory.revisionOf(cellId) !== undefined;
      const { revision: now } = await notebook.replaceSource({ cellId, source, expectedRevision });
      done.push({ ...change, now });
      // It has seen these lines, and not the rest of the cell.
      if (!isSeen) memory.forget(cellId);
    }
  } catch (thrown) {
    const left: string[] = [];
    for (const { cellId, before, now } of done.reverse()) {
      const back = { cellId, source: before, expectedRevision: now };
      await notebook.replaceSource(back).catch(() => left.push(cellId));
    }
    const { kind, message, next } = Failure.from(thrown);
    const rest = left.length > 0 ? ` These could not be put back: ${left.join(', ')}.` : '';
    throw new Failure(kind, `Not all cells could be changed, so none was: ${message}${rest}`, next);
  }
}
