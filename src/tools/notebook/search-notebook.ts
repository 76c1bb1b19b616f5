import type { Output } from '../../notebook/cell.ts';
import { fromLines } from '../../notebook/cell.ts';
import { defineTool, z } from '../tool.ts';

const LINE_CHARS = 200;

interface Match {
  cellId: string;
  index: number;
  cell_type: string;
  /** Where outputs were searched as well. */
  where?: 'source' | 'output';
  line: number;
  text: string;
}

export const searchNotebook = defineTool({
  name: 'search_notebook',
  title: 'Search the notebook',
  group: 'notebook',
  effect: 'reads',
  description:
    'Finds a text in the sources of all cells, on request also in their text outputs: cell, line number (from 1) and line of each hit.',
  input: z.strictObject({
    query: z.string().min(1).describe('As it stands, no pattern.'),
    caseSensitive: z.boolean().default(false),
    includeOutputs: z.boolean().default(false),
    maxResults: z.int().min(1).max(500).default(50),
  }),
  output: z.object({
    matches: z.array(z.object({ cellId: z.string(), index: z.int(), line: z.int(), text: z.string() })),
    totalMatches: z.int(),
    revision: z.string(),
  }),
  async run({ query, caseSensitive, includeOutputs, maxResults }, { notebook }) {
    const { cells, revision } = await notebook.readCells({ includeOutputs });
    const wanted = caseSensitive ? query : query.toLowerCase();
    const matches: Match[] = [];
    let totalMatches = 0;

    for (const cell of cells) {
      const texts = [
        { where: 'source' as const, text: fromLines(cell.source) },
        ...(cell.outputs ?? []).map((output) => ({ where: 'output' as const, text: textOf(output) })),
      ];
      for (const { where, text } of texts) {
        for (const [number, line] of text.split('\n').entries()) {
          if (!(caseSensitive ? line : line.toLowerCase()).includes(wanted)) continue;
          totalMatches++;
          if (matches.length >= maxResults) continue;
          const { id, index, cell_type } = cell;
          matches.push({
            cellId: id,
            index,
            cell_type,
            ...(includeOutputs ? { where } : {}),
            line: number + 1,
            text: line.slice(0, LINE_CHARS),
          });
        }
      }
    }
    return { data: { matches, totalMatches, revision } };
  },
});

function textOf(output: Output): string {
  const parts: unknown[] = [output.text, output.evalue, output.traceback];
  const data = output.data;
  if (typeof data === 'object' && data !== null && 'text/plain' in data) parts.push(data['text/plain']);
  return parts
    .map((part) => (typeof part === 'string' ? part : Array.isArray(part) ? part.join('') : ''))
    .filter((part) => part !== '')
    .join('\n');
}
