import { Failure } from '../notebook/failure.ts';
import type { ToolEffect } from '../tools/tool.ts';

/** Classes of calls that the user decides about one by one. */
export const CALL_CLASSES = ['read', 'edit', 'run', 'runtime', 'files', 'secrets'] as const;

export type CallClass = (typeof CALL_CLASSES)[number];

/** `propose` is for edits alone: every one is shown as a difference first. */
export type Verdict = 'allow' | 'ask' | 'deny' | 'propose';

/** What the user lets agents do in a notebook. Set by the user alone; agents can only read it in a refusal. */
export interface Policy {
  /** Nothing at all, until the user goes on. */
  paused: boolean;
  verdicts: Readonly<Record<CallClass, Verdict>>;
}

export const ALLOW_ALL: Policy = {
  paused: false,
  verdicts: {
    read: 'allow',
    edit: 'allow',
    run: 'allow',
    runtime: 'allow',
    files: 'allow',
    secrets: 'allow',
  },
};

/** Where the user has said nothing: what cannot be taken back, or is the user's own, is asked about. */
export const DEFAULT_POLICY: Policy = {
  paused: false,
  verdicts: { ...ALLOW_ALL.verdicts, runtime: 'ask', secrets: 'ask' },
};

/** All is allowed but these classes. */
export function denying(...classes: CallClass[]): Policy {
  const denied = Object.fromEntries(classes.map((one) => [one, 'deny' as const]));
  return { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, ...denied } };
}

interface JudgedCall {
  name: string;
  effect: ToolEffect;
}

const CLASS_OF: Record<ToolEffect, CallClass | null> = {
  reads: 'read',
  adds: 'edit',
  sets: 'edit',
  edits: 'edit',
  proposes: 'edit',
  destroys: 'edit',
  runs: 'run',
  // The runtime itself: connects, restarts or changes it.
  controls: 'runtime',
  // Files of the runtime, either way.
  transfers: 'files',
  // Secrets of the user, to the runtime.
  discloses: 'secrets',
  // Whoever may not run anything may still stop what runs.
  stops: null,
  connects: null,
};

/** What a call of this class does, as in "may an agent …". */
export const CLASS_WORDS: Record<CallClass, string> = {
  read: 'read this notebook',
  edit: 'change cells of this notebook',
  run: 'run code in this notebook',
  runtime: 'restart or change the runtime',
  files: 'read and write files of the runtime',
  secrets: 'use your secrets',
};

export const classOf = (effect: ToolEffect): CallClass | null => CLASS_OF[effect];

/** Those that become a proposal where every edit has to be one. Other edits are asked about. */
const PROPOSABLE = new Set(['update_cell', 'edit_cell']);

/** Whether the user is to be asked before this call. One that shows what it would do asks by itself. */
export function needsQuestion({ verdicts }: Policy, { name, effect }: JudgedCall): boolean {
  const wanted = classOf(effect);
  if (wanted === null || effect === 'proposes') return false;
  return verdicts[wanted] === 'ask' || (verdicts[wanted] === 'propose' && !PROPOSABLE.has(name));
}

/** Why this call may not be made; null when it may, or when the user is to be asked. */
export function refusalOf(policy: Policy, call: JudgedCall): Failure | null {
  if (policy.paused) {
    return new Failure(
      'paused',
      `The user has paused agents in this notebook, so ${call.name} was not carried out.`,
      'Wait for the user to resume, or ask; the same call works then.',
    );
  }
  const wanted = classOf(call.effect);
  if (wanted === null || policy.verdicts[wanted] !== 'deny') return null;
  return new Failure(
    'denied',
    `The user does not let agents ${CLASS_WORDS[wanted]}, so ${call.name} was not carried out.`,
    "Do not try another way. Ask the user, who can allow it in Cellwire's side panel.",
  );
}
