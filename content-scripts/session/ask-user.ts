import type { Agent } from '../../src/agents/agent.ts';
import { describeCall } from '../../src/calls/describe-call.ts';
import type { Call } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { CallClass } from '../../src/policy/policy.ts';
import { classOf } from '../../src/policy/policy.ts';
import type { Questions } from '../../src/policy/questions.ts';
import { keepReporting } from '../../src/tools/run/progress-heartbeat.ts';

interface Asking {
  agent: Agent;
  notebook: Notebook;
  questions: Questions;
  /** The cells that run or wait now. */
  running: readonly string[];
  /** Classes of calls that the user has allowed this agent for as long as the page lives. */
  granted: Set<CallClass>;
  /** Told what the user has allowed this once: these cells, as they were shown. */
  allowed: (call: Call, cells: ReadonlyMap<string, string>) => void;
  signal: AbortSignal;
  progress: (message: string) => void;
}

/** Asks the user before a call is carried out. Fails unless the answer is yes: no answer is none. */
export async function askUser(call: Call, asking: Asking): Promise<void> {
  const { agent, notebook, questions, granted, signal } = asking;
  const wanted = classOf(call.effect);
  if (wanted === null || granted.has(wanted)) return;
  const { wish, cells, revisions } = await describeCall(call, notebook, asking.running);
  const reporting = keepReporting(asking.progress);
  reporting.tell("waiting for the user to allow it in the notebook's tab");
  const answer = await questions
    .ask({ agent, wish, cells }, signal, call.answerWithinMs)
    .finally(reporting.stop);
  if (answer === 'deny') throw denied(call, 'The user was asked and said no');
  if (answer === 'unanswered') throw denied(call, 'The user was asked and has not answered');
  if (answer === 'withdrawn') throw denied(call, 'The user was asked, and then stopped or disconnected you');
  if (answer === 'session') granted.add(wanted);
  await requireUnchanged(call, notebook, revisions);
  asking.allowed(call, revisions);
}

/** What was allowed is what was shown: the same cells, also where the call names them by their place. */
async function requireUnchanged(call: Call, notebook: Notebook, shown: Map<string, string>): Promise<void> {
  if (shown.size === 0) return;
  const { revisions: now } = await describeCall(call, notebook);
  const changed = [...new Set([...shown.keys(), ...now.keys()])].filter(
    (id) => shown.get(id) !== now.get(id),
  );
  if (changed.length === 0) return;
  throw new Failure(
    'conflict',
    `The user allowed ${call.name}, but ${changed.join(', ')} changed while the question was open, so it was not carried out.`,
    'Read the cells again; then the same call asks the user again.',
  );
}

function denied({ name }: Call, why: string): Failure {
  return new Failure(
    'denied',
    `${why}, so ${name} was not carried out.`,
    'Do not try another way. Ask the user what to do instead.',
  );
}
