import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '../../../scripts/setup/command.mjs';
import { startStack } from '../../support/stack.ts';
import { analysis } from './analysis.ts';
import type { Cost, Job } from './counting-agent.ts';
import { countingAgent } from './counting-agent.ts';
import { refactoring } from './refactoring.ts';
import { training } from './training.ts';

/** What each job may cost of what it cost before. */
const MOST = 0.5;
const jobs = [analysis, training, refactoring];

/** The jobs with the tools as they were, replayed with a build of that version by `--record`. */
const RECORD = join(projectRoot, 'test', 'bench', 'cost', 'before.json');
const Recorded = z.object({
  version: z.string(),
  jobs: z.record(z.string(), z.object({ calls: z.number(), characters: z.number() })),
});

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { record: { type: 'string' }, version: { type: 'string' }, tools: { type: 'boolean' } },
});

if (values.record === undefined) await compare();
else await record(resolve(values.record), values.version ?? 'unknown');

async function compare(): Promise<void> {
  const { version, jobs: before } = Recorded.parse(JSON.parse(await readFile(RECORD, 'utf8')));
  console.log(`Calls, and characters of arguments and results, against version ${version}:\n`);
  for (const job of jobs) {
    const was = before[job.name];
    if (!was) throw new Error(`There is no record of ${job.name}.`);
    const is = await costOf(job, 'after');
    console.log(`${job.name}\n  ${row('calls', was.calls, is.calls)}`);
    console.log(`  ${row('characters', was.characters, is.characters)}`);
    if (values.tools) for (const [name, part] of Object.entries(is.byTool)) console.log('   ', name, part);
  }
}

function row(what: string, was: number, is: number): string {
  const verdict = is <= was * MOST ? 'within' : 'ABOVE';
  const [a, b] = [was, is].map((number) => number.toLocaleString('en'));
  return `${what}: ${b} instead of ${a}, ${((is / was) * 100).toFixed(1)} % (${verdict} ${MOST * 100} %)`;
}

/** With the extension and the bridge that are built in another folder: a clone of an earlier version. */
async function record(build: string, version: string): Promise<void> {
  const measured: Array<[string, Cost]> = [];
  for (const job of jobs) {
    const cost = await costOf(job, 'before', build);
    console.log(job.name, cost);
    measured.push([job.name, cost]);
  }
  await writeFile(RECORD, `${JSON.stringify({ version, jobs: Object.fromEntries(measured) }, null, 2)}\n`);
}

/** Each job in a browser of its own, with IPython: the analysis needs pandas. */
async function costOf(job: Job, when: 'before' | 'after', build?: string): Promise<Cost> {
  const stack = await startStack({ kernel: 'jupyter', ...(build === undefined ? {} : { build }) });
  try {
    const agent = countingAgent(stack.client, build === undefined);
    await job.setUp(agent.quietly);
    await job[when](agent);
    return agent.cost();
  } finally {
    await stack.close();
  }
}
