import { findBrowsers } from './browsers/find-browsers.ts';
import { findInstalled } from './browsers/profiles.ts';
import type { Check, Examination } from './check.ts';
import { linkFacts } from './link/link-facts.ts';
import type { Machine } from './machine/machine.ts';
import type { DoctorOptions } from './options.ts';
import type { Line } from './report.ts';

/** Runs all checks beside each other. One that fails itself is a finding, too. */
export async function examine(on: Examination, checks: readonly Check[]): Promise<Line[]> {
  const all = await Promise.all(
    checks.map(async ({ id, title, run }): Promise<Line[]> => {
      try {
        const found = await run(on);
        const findings = Array.isArray(found) ? found : [found];
        return findings.map((finding) => ({ check: id, title, ...finding }));
      } catch (error) {
        const says = `could not be checked: ${error instanceof Error ? error.message : String(error)}`;
        return [{ check: id, title, status: 'warning', says, mend: 'Please report it, with this line' }];
      }
    }),
  );
  return all.flat();
}

/** A machine with what is found out only once about it. */
export function examinationOf(machine: Machine, options: DoctorOptions): Examination {
  return {
    machine,
    options,
    browsers: once(() => findBrowsers(machine)),
    installed: once(() => findInstalled(machine)),
    link: once(async () => {
      const { tokenFile, port } = options;
      return linkFacts(tokenFile === undefined ? null : await machine.readText(tokenFile), port);
    }),
  };
}

function once<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let finding: Promise<Value> | undefined;
  return () => {
    finding ??= find();
    return finding;
  };
}
