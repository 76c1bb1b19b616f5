import type { Agent } from '../agents/agent.ts';
import type { Journal } from '../journal/journal.ts';
import { Failure } from '../notebook/failure.ts';
import type { Policy } from '../policy/policy.ts';
import { refusalOf } from '../policy/policy.ts';
import type { ToolEffect } from '../tools/tool.ts';

/** Something that an agent asks for, its arguments checked. */
export interface Call {
  name: string;
  effect: ToolEffect;
  /** The cell or resource that it is about. */
  subject: string | null;
  args?: unknown;
}

/** Where calls pass: what the user allows, and where they are written down. */
export interface CallRules {
  readonly policy: Policy;
  readonly journal: Journal;
  /** Who calls, where there can be several. */
  readonly agent?: Agent | null;
  /** Whether results leave out the text that says the same as their data: see compact-result.ts. */
  readonly isCompact?: boolean;
}

/** The one way for every call, of a tool or to a resource: may it? → write down → do → write down. */
export async function performCall<Result>(
  call: Call,
  { policy, journal, agent = null }: CallRules,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = journal.begin({ ...call, agent });
  try {
    const refusal = refusalOf(policy, call);
    if (refusal) throw refusal;
    const result = await work();
    end('ok', { result });
    return result;
  } catch (thrown) {
    const { kind, message } = Failure.from(thrown);
    end(kind, { error: message });
    throw thrown;
  }
}
