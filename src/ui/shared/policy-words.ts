import type { CallClass, Policy, Verdict } from '../../policy/policy.ts';
import { CALL_CLASSES } from '../../policy/policy.ts';

/** A class of calls as a setting: its name, and what it is about. */
export const CLASS_CARDS: Record<CallClass, { title: string; about: string }> = {
  read: { title: 'Read', about: 'Cells, their outputs and the outline.' },
  edit: { title: 'Edit', about: 'Add, change, move and delete cells.' },
  run: { title: 'Run code', about: 'Run cells. Code can do whatever you can do in this notebook.' },
  runtime: { title: 'Runtime', about: 'Restart the runtime, or change what it is.' },
  files: { title: 'Files', about: 'Read and write files of the runtime, and of what is mounted there.' },
  secrets: { title: 'Secrets', about: 'Use the secrets that you keep in Colab.' },
};

/** What can be said to each class; `propose` is for edits alone. */
export function verdictsFor(one: CallClass): Verdict[] {
  return one === 'edit' ? ['allow', 'propose', 'ask', 'deny'] : ['allow', 'ask', 'deny'];
}

export const VERDICT_WORDS: Record<Verdict, string> = {
  allow: 'Allow',
  propose: 'Show me every edit first',
  ask: 'Ask me each time',
  deny: 'Never',
};

const NOUNS: Record<CallClass, string> = {
  read: 'read',
  edit: 'edit',
  run: 'run code',
  runtime: 'change the runtime',
  files: 'use files',
  secrets: 'use secrets',
};

/** What agents may do, in one or two short sentences. */
export function policyLine(verdicts: Policy['verdicts']): string {
  const of = (...wanted: Verdict[]): CallClass[] =>
    CALL_CLASSES.filter((one) => wanted.includes(verdicts[one]));
  const denied = of('deny');
  const asked = of('ask');
  const shown = of('propose');
  if (denied.length === CALL_CLASSES.length) return 'Agents may do nothing here.';
  if (denied.length === 0 && asked.length === 0 && shown.length === 0)
    return 'Agents may do everything here without asking.';
  const allowed = of('allow');
  return [
    allowed.length > 0 ? `Agents may ${listed(allowed, 'and')}.` : '',
    shown.length > 0 ? 'They show you every edit first.' : '',
    asked.length > 0 ? `They ask before they ${listed(asked, 'or')}.` : '',
    denied.length > 0 ? `They may never ${listed(denied, 'or')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function listed(classes: readonly CallClass[], and: string): string {
  const nouns = classes.map((one) => NOUNS[one]);
  return nouns.length <= 1 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} ${and} ${nouns.at(-1)}`;
}
