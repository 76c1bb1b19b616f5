import { fromLines } from '../../notebook/cell.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({});

/** How code asks Colab for a secret. */
const ASKS_FOR = /\buserdata\s*\.\s*get\(\s*(['"])([^'"\\\n]{1,200})\1/g;
const MOST_NAMES = 500;

const NOTE =
  'Colab does not tell which secrets the user has: these are in use, or asked for by cells. use_secret takes any name.';

export const listSecrets = defineTool({
  name: 'list_secrets',
  title: 'List secrets',
  group: 'files',
  effect: 'discloses',
  description: 'Names of secrets that are in use or that cells ask for. There may be more. Never values.',
  input,
  output: z.object({ names: z.array(z.string()), isComplete: z.boolean(), note: z.string() }),
  async run(_, { notebook, secrets }) {
    const { cells } = await notebook.readCells({});
    const code = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => fromLines(source));
    const asked = code.flatMap((text) => [...text.matchAll(ASKS_FOR)].map((found) => found[2] ?? ''));
    const names = [...new Set([...secrets.names, ...asked])].sort().slice(0, MOST_NAMES);
    return { data: { names, isComplete: false, note: NOTE } };
  },
});
