import { Failure } from '../notebook/failure.ts';
import type { ToolEffect } from '../tools/tool.ts';

/** Classes of calls that the user can forbid one by one. */
export type CallClass = 'read' | 'edit' | 'run';

/** What the user lets agents do in a notebook. Set by the user alone; agents can only read it in a refusal. */
export interface Policy {
  /** Nothing at all, until the user goes on. */
  paused: boolean;
  denied: readonly CallClass[];
}

export const ALLOW_ALL: Policy = { paused: false, denied: [] };

const CLASS_OF: Record<ToolEffect, CallClass | null> = {
  reads: 'read',
  adds: 'edit',
  sets: 'edit',
  edits: 'edit',
  destroys: 'edit',
  runs: 'run',
  // Whoever may not run anything may still stop what runs.
  stops: null,
  connects: null,
};

const WORDS: Record<CallClass, string> = {
  read: 'read this notebook',
  edit: 'change cells of this notebook',
  run: 'run code in this notebook',
};

/** Why this call may not be made; null when it may. */
export function refusalOf(policy: Policy, call: { name: string; effect: ToolEffect }): Failure | null {
  if (policy.paused) {
    return new Failure(
      'paused',
      `The user has paused agents in this notebook, so ${call.name} was not carried out.`,
      'Wait for the user to resume, or ask; the same call works then.',
    );
  }
  const wanted = CLASS_OF[call.effect];
  if (wanted === null || !policy.denied.includes(wanted)) return null;
  return new Failure(
    'denied',
    `The user does not let agents ${WORDS[wanted]}, so ${call.name} was not carried out.`,
    'Do not try another way. Ask the user, who can allow it in the Cellwire menu.',
  );
}
