import { writeFile } from 'node:fs/promises';
import { SHAPE_METHOD } from '../../../src/wire/inspection.ts';
import { askTab, CONNECTION_HELP, readFlags } from './inspect.ts';

const HELP = `Usage: cellwire shape [options]
Writes down what Colab's page consists of: names of elements, ids, classes, some attributes, open shadow
roots. No texts, no code, no names: what is generated or may be somebody's is left out or numbered.
With it, a report of a page that Cellwire does not know becomes a test.

  --out FILE          write it to this file, which must not be there yet (default: to stdout)
${CONNECTION_HELP}`;

export async function run(args: string[]): Promise<number> {
  const given = readFlags(args, { out: { type: 'string' } });
  if (!given) {
    process.stdout.write(HELP);
    return 0;
  }
  const answer = await askTab(given.options, SHAPE_METHOD, {});
  if (!answer) return 1;
  const text = `${JSON.stringify(answer.shape)}\n`;
  const out = given.flag('out');
  if (typeof out !== 'string') {
    process.stdout.write(text);
    return 0;
  }
  try {
    await writeFile(out, text, { flag: 'wx' });
  } catch (error) {
    process.stderr.write(
      `cellwire: ${out} was not written: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
  process.stderr.write(`cellwire: Written to ${out}. Have a look at it before you share it.\n`);
  return 0;
}
