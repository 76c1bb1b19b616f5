import type { Agent } from '../agents/agent.ts';
import type { Journal } from '../journal/journal.ts';
import { Failure } from '../notebook/failure.ts';
import type { Policy } from '../policy/policy.ts';
import { needsQuestion, refusalOf } from '../policy/policy.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { Scrub } from './scrub-result.ts';

/** Something that an agent asks for, its arguments checked. */
export interface Call {
  name: string;
  effect: ToolEffect;
  /** The cell or resource that it is about. */
  subject: string | null;
  args?: unknown;
  /** How long the user has to answer, where nobody gives up as soon as most clients do. */
  answerWithinMs?: number;
}

/** Where calls pass: what the user allows, and where they are written down. */
export interface CallRules {
  readonly policy: Policy;
  readonly journal: Journal;
  /** Who calls, where there can be several. */
  readonly agent?: Agent | null;
  /** Where a cell stands, for people; null when it is not known. */
  readonly placeOf?: (cellId: string) => number | null;
  /** Whether results leave out the text that says the same as their data: see compact-result.ts. */
  readonly isCompact?: boolean;
  readonly scrub?: Scrub;
  /** Asks the user, and fails unless the answer is yes. */
  readonly ask?: (call: Call, signal: AbortSignal) => Promise<void>;
  /** Told before the call does anything: it may have effects from now on. Fails where it must not begin any more. */
  readonly begins?: (call: Call) => Promise<void>;
  /** When a call has ended: what the agent is told besides its result, and what its failure really means. */
  readonly conclude?: (call: Call, failure: Failure | null) => Promise<Conclusion>;
}

export interface Conclusion {
  failure: Failure | null;
  notices: string[];
}

/** The one way for every call, of a tool or to a resource: may it? → write down → do → write down. */
export async function performCall<Result>(
  call: Call,
  rules: CallRules,
  work: () => Promise<Result>,
  signal: AbortSignal = NEVER,
): Promise<Result> {
  const { agent = null, placeOf } = rules;
  const placeNow = (): number | null => (call.subject !== null && placeOf?.(call.subject)) || null;
  const end = rules.journal.begin({ ...call, agent, place: placeNow() });
  try {
    refuse(rules, call);
    if (needsQuestion(rules.policy, call)) {
      end.waits(true);
      await rules.ask?.(call, signal);
      end.waits(false);
      refuse(rules, call);
    }
    await rules.begins?.(call);
    // The user may have said something else meanwhile.
    refuse(rules, call);
    const result = await work();
    end('ok', { result, place: placeNow() });
    return result;
  } catch (thrown) {
    const { kind, message } = Failure.from(thrown);
    end(kind, { error: message, place: placeNow() });
    throw thrown;
  }
}

const NEVER = new AbortController().signal;

function refuse({ policy }: CallRules, call: Call): void {
  const refusal = refusalOf(policy, call);
  if (refusal) throw refusal;
}
