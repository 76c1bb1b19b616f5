import { expect, it } from 'vitest';
import { chaos } from '../chaos/chaos.ts';
import { report } from '../chaos/report.ts';

/** The same in all of `npm test`; `npm run test:chaos` has others, and takes its time. */
const SEED = Number(process.env.CELLWIRE_SEED ?? 1);
const TIMEOUT_MS = 240_000;

it(
  'while everything that can break does, no edit is lost or made twice, no run starts twice, every call ends, and people are shown what is so',
  async () => {
    const outcome = await chaos({ seed: SEED, calls: 150, faults: 16, kernel: 'pyodide', isShort: true });
    console.info(report(outcome).join('\n'));
    expect(outcome.violations).toEqual([]);
    expect(outcome.calls.length).toBeGreaterThanOrEqual(150);
    expect(outcome.calls.filter(({ ended }) => ended === 'done').length).toBeGreaterThan(100);
  },
  TIMEOUT_MS,
);
