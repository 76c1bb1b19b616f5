import { defaultCredentialsFile } from '../credentials-file.ts';
import { checks } from './checks/all.ts';
import { examinationOf, examine } from './examine.ts';
import { thisMachine } from './machine/this-machine.ts';
import { doctorHelp, doctorOptions } from './options.ts';
import { hasFailure, jsonReport, textReport } from './report.ts';

/** `cellwire doctor`: says what is wrong on this machine, and what mends it. */
export async function run(args: string[]): Promise<number> {
  const options = doctorOptions(args, defaultCredentialsFile());
  if (!options) {
    process.stdout.write(doctorHelp);
    return 0;
  }
  const lines = await examine(examinationOf(thisMachine(), options), checks);
  const colours = process.stdout.isTTY && !process.env.NO_COLOR;
  process.stdout.write(options.json ? jsonReport(lines) : textReport(lines, { colours }));
  return hasFailure(lines) ? 1 : 0;
}
