import { describe, expect, it } from 'vitest';
import { inspectPage } from '../../../content-scripts/session/inspect-page.ts';
import type { Call } from '../../../src/calls/perform-call.ts';
import { Journal } from '../../../src/journal/journal.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { CanaryReport, CanaryWish, Inspection } from '../../../src/notebook/inspection.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import { CANARY_METHOD, SHAPE_METHOD } from '../../../src/wire/inspection.ts';
import { noInspection } from '../../support/memory-notebook.ts';

const REPORT: CanaryReport = { build: null, mismatches: [], rows: [], left: null };

function rig(policy: Policy) {
  const wishes: CanaryWish[] = [];
  const told: string[] = [];
  const asked: Call[] = [];
  const inspection: Inspection = {
    ...noInspection,
    canary: async (wish, onUpdate) => {
      wishes.push(wish);
      onUpdate?.({ state: 'insert: toolbar' });
      return REPORT;
    },
    shape: async () => ({ format: 1, build: null, elements: 1, html: { name: 'html' } }),
  };
  const journal = new Journal();
  const ask = async (call: Call): Promise<void> => {
    asked.push(call);
  };
  const request = (method: string, params: Record<string, unknown> = {}) =>
    inspectPage({ inspection }, method, params, {
      rules: { policy, journal, ask },
      signal: new AbortController().signal,
      progress: (message) => told.push(message),
    });
  return { request, wishes, told, asked, journal };
}

describe('a request to look at the page', () => {
  it('runs the canary after the user was asked, tells how far it is, and is written down', async () => {
    const { request, wishes, told, asked, journal } = rig(DEFAULT_POLICY);
    expect(await request(CANARY_METHOD, { only: ['insert', 7] })).toEqual({ report: REPORT });
    expect({ wishes, told, asked }).toEqual({
      wishes: [{ only: ['insert'] }],
      told: ['insert: toolbar'],
      asked: [{ name: 'canary', effect: 'controls', subject: null, answerWithinMs: 10 * 60_000 }],
    });
    expect(journal.entries).toMatchObject([{ name: 'canary' }]);
  });

  it.each([
    ['edits are denied', denying('edit'), 'change cells'],
    ['runs are asked about', { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, run: 'ask' } }, 'run code'],
    [
      'edits are proposed',
      { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, edit: 'propose' } },
      'change cells',
    ],
    ['the runtime is denied', denying('runtime'), 'restart or change the runtime'],
    ['agents are paused', { ...ALLOW_ALL, paused: true }, 'paused'],
  ] satisfies Array<[string, Policy, string]>)('does nothing where %s', async (_where, policy, words) => {
    const { request, wishes } = rig(policy);
    expect(await request(CANARY_METHOD)).toMatchObject({
      failure: { message: expect.stringContaining(words), next: expect.not.stringContaining('user') },
    });
    expect(wishes).toEqual([]);
  });

  it('gives the shape to whoever may read', async () => {
    expect(await rig(ALLOW_ALL).request(SHAPE_METHOD)).toMatchObject({ shape: { html: { name: 'html' } } });
    expect(await rig(denying('read')).request(SHAPE_METHOD)).toMatchObject({ failure: { kind: 'denied' } });
  });

  it('tells why the page refused', async () => {
    const refusing = {
      ...noInspection,
      canary: () => Promise.reject(new Failure('conflict', 'In use.', 'Wait.')),
    };
    const rules = { policy: ALLOW_ALL, journal: new Journal() };
    const signal = new AbortController().signal;
    const asking = { rules, signal, progress: () => {} };
    expect(await inspectPage({ inspection: refusing }, CANARY_METHOD, {}, asking)).toEqual({
      failure: { kind: 'conflict', message: 'In use.', next: 'Wait.' },
    });
  });
});
