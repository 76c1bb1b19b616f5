import { canaryText, isAllWell } from '../../../src/notebook/canary-text.ts';
import type { CanaryReport } from '../../../src/notebook/inspection.ts';
import { CANARY_OPERATIONS } from '../../../src/notebook/inspection.ts';
import { CANARY_METHOD } from '../../../src/wire/inspection.ts';
import { isRecord } from '../../../src/wire/json.ts';
import { VERSION } from '../../version.ts';
import { UsageError } from '../usage-error.ts';
import { askTab, CONNECTION_HELP, readFlags } from './inspect.ts';

const HELP = (): string => `Usage: cellwire canary [options]
Tries in an empty scratch notebook whether all still works with the Colab of today: every operation in
every way that Cellwire knows, one at a time, each taken back. Prints a table to paste into a report, with
nothing of yours in it. It restarts the runtime of that notebook, and the page asks you before.
Exit code 0: all is well. 1: something does not work, or could not be tried.

  --json              the report as JSON
  --only NAME,…       only these operations, of
${operationLines()}
${CONNECTION_HELP}`;
const LONGEST_LINE = 80;

export async function run(args: string[]): Promise<number> {
  const given = readFlags(args, { json: { type: 'boolean' }, only: { type: 'string' } });
  if (!given) {
    process.stdout.write(HELP());
    return 0;
  }
  const only = operationsIn(given.flag('only'));
  const answer = await askTab(given.options, CANARY_METHOD, only ? { only } : {});
  if (!answer) return 1;
  const { report } = answer;
  if (!isReport(report)) throw new Error('The tab gave no report.');
  const text = given.flag('json')
    ? JSON.stringify({ version: VERSION, ...report }, null, 2)
    : canaryText(report, VERSION);
  process.stdout.write(`${text}\n`);
  return isAllWell(report) ? 0 : 1;
}

/** As many as fit a line of the help. */
function operationLines(): string {
  const lines = [''];
  for (const name of CANARY_OPERATIONS) {
    if ((lines.at(-1) ?? '').length + name.length > LONGEST_LINE) lines.push('');
    lines.push(`${lines.pop()}${name}, `);
  }
  return lines
    .map((line) => `                      ${line.trimEnd()}`)
    .join('\n')
    .replace(/,$/, '');
}

function operationsIn(flag: string | boolean | undefined): string[] | null {
  if (typeof flag !== 'string') return null;
  return flag.split(',').map((name) => {
    const known = CANARY_OPERATIONS.find((one) => one === name.trim());
    if (known) return known;
    throw new UsageError(`--only: there is no operation "${name.trim()}".`);
  });
}

/** What comes from the tab is of our own make; looked at all the same, because halves are updated separately. */
function isReport(value: unknown): value is CanaryReport {
  return isRecord(value) && Array.isArray(value.rows) && Array.isArray(value.mismatches);
}
