import { MOST_CALL_MS } from './calls.ts';
import type { Outcome } from './chaos.ts';

/** What came of it, as lines. */
export function report(outcome: Outcome): string[] {
  const { seed, seconds, calls, runs, faults, violations, sentences } = outcome;
  const of = (kind: string): number => violations.filter((one) => one.kind === kind).length;
  const ofRuns = violations.filter(({ kind, text }) => kind === 'doubled' && text.startsWith('run ')).length;
  const longest = Math.max(0, ...calls.map(({ ms }) => ms));
  const rows: Array<[string, string | number]> = [
    ['seed', seed],
    ['seconds', Math.round(seconds)],
    ['calls', calls.length],
    ...counted(calls.map(({ ended }) => ended)).map(([kind, count]): [string, number] => [
      `  ${kind}`,
      count,
    ]),
    ['  of these, runs', runs],
    ['longest call', `${(longest / 1000).toFixed(1)} s (at most ${MOST_CALL_MS / 1000})`],
    ['faults', [...faults.values()].reduce((sum, count) => sum + count, 0)],
    ...[...faults]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['edits or runs lost', of('lost')],
    ['edits doubled', of('doubled') - ofRuns],
    ['runs started twice', ofRuns],
    ['untrue, to people or agents', of('untrue')],
    ['calls without an end in time, or a good one', of('late')],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    ...rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...(sentences.size > 0 ? ['failures, in the words of the answers:'] : []),
    ...[...sentences].sort(([, a], [, b]) => b - a).map(([sentence, count]) => `  ${count} × ${sentence}`),
    ...violations.map(({ kind, text, after }) => `!! ${kind}: ${text} (${after})`),
  ];
}

function counted(names: readonly string[]): Array<[string, number]> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
