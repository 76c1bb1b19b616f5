import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BRIDGE_FILE } from './bridge.ts';

const Report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({
      check: z.string(),
      title: z.string(),
      status: z.enum(['ok', 'warning', 'failure', 'skipped']),
      says: z.string(),
      mend: z.string().optional(),
    }),
  ),
});
type Finding = z.infer<typeof Report>['findings'][number];

export interface DoctorRun {
  code: number;
  findings: Finding[];
  /** The only finding of this check. */
  of: (check: string) => Finding;
}

export interface DoctorSurroundings {
  env: NodeJS.ProcessEnv;
  /** Words before Node's own. */
  under?: string[];
  nodeArguments?: string[];
}

/** Lets the built program look at this machine, with nothing of the environment but what is given. */
export async function runDoctor(args: string[], around: DoctorSurroundings): Promise<DoctorRun> {
  const { env, under = [], nodeArguments = [] } = around;
  const words = [...under, process.execPath, ...nodeArguments, BRIDGE_FILE, 'doctor', '--json', ...args];
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [told, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (complaint !== '') throw new Error(`doctor complained: ${complaint}`);
  const { findings, ok } = Report.parse(JSON.parse(told));
  if (ok !== (child.exitCode === 0)) throw new Error(`ok is ${ok}, and the exit code ${child.exitCode}`);
  return {
    code: child.exitCode ?? -1,
    findings,
    of: (check) => {
      const [found, ...more] = findings.filter((finding) => finding.check === check);
      if (!found || more.length > 0) throw new Error(`${check}: ${JSON.stringify(findings)}`);
      return found;
    },
  };
}
