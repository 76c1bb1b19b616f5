import { describe, expect, it } from 'vitest';
import type { CallClass } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, CALL_CLASSES, denying, refusalOf } from '../../../src/policy/policy.ts';
import type { ToolEffect } from '../../../src/tools/tool.ts';

/** Which class the user must forbid to stop a call of an effect; null when only a pause does. */
const effects: Array<{ effect: ToolEffect; stopped: CallClass | null }> = [
  { effect: 'reads', stopped: 'read' },
  { effect: 'adds', stopped: 'edit' },
  { effect: 'sets', stopped: 'edit' },
  { effect: 'edits', stopped: 'edit' },
  { effect: 'destroys', stopped: 'edit' },
  { effect: 'runs', stopped: 'run' },
  { effect: 'stops', stopped: null },
  { effect: 'connects', stopped: null },
];
const ALL: CallClass[] = [...CALL_CLASSES];

describe('what the user lets agents do', () => {
  it('is everything, unless told otherwise', () => {
    for (const { effect } of effects) expect(refusalOf(ALLOW_ALL, { name: 'tool', effect })).toBeNull();
    expect(ALLOW_ALL.paused).toBe(false);
    expect(Object.keys(ALLOW_ALL.verdicts)).toEqual([...CALL_CLASSES]);
  });

  it.each(effects)('is nothing at all while paused: $effect', ({ effect }) => {
    for (const policy of [ALLOW_ALL, denying(...ALL)]) {
      expect(refusalOf({ ...policy, paused: true }, { name: 'some_tool', effect })?.toData()).toEqual({
        kind: 'paused',
        message: 'The user has paused agents in this notebook, so some_tool was not carried out.',
        next: 'Wait for the user to resume, or ask; the same call works then.',
      });
    }
  });

  it.each(effects)('can be forbidden class by class: $effect', ({ effect, stopped }) => {
    const isRefused = (...denied: CallClass[]): boolean =>
      refusalOf(denying(...denied), { name: 'tool', effect }) !== null;
    expect(ALL.filter((one) => isRefused(one))).toEqual(stopped === null ? [] : [stopped]);
    expect(isRefused(...ALL)).toBe(stopped !== null);
  });

  it.each([
    ['reads', 'read this notebook'],
    ['edits', 'change cells of this notebook'],
    ['runs', 'run code in this notebook'],
  ] as const)('is told to whoever %s', (effect, words) => {
    expect(refusalOf(denying(...ALL), { name: 'some_tool', effect })?.toData()).toEqual({
      kind: 'denied',
      message: `The user does not let agents ${words}, so some_tool was not carried out.`,
      next: "Do not try another way. Ask the user, who can allow it in Cellwire's side panel.",
    });
  });
});
