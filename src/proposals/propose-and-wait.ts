import type { Agent } from '../agents/agent.ts';
import { conflict } from '../notebook/conflict.ts';
import { Failure } from '../notebook/failure.ts';
import type { ReplacedSource, SourceChange } from '../notebook/notebook.ts';
import type { Proposals } from './proposals.ts';

/** Below the minute after which most clients give up. */
const WAIT_MS = 50_000;

interface Waiting {
  signal: AbortSignal;
  progress: (message: string) => void;
}

/** For an edit where the user wants every one to be proposed: made if the user accepts it, and a failure if not. */
export async function proposeAndWait(
  proposals: Proposals,
  { agent, cellId, source, expectedRevision }: SourceChange & { agent: Agent },
  { signal, progress }: Waiting,
): Promise<ReplacedSource> {
  const proposal = await proposals.add({ agent, cellId, after: source, reason: null });
  if (expectedRevision !== undefined && expectedRevision !== proposal.revision) {
    proposals.drop(proposal.id);
    throw conflict(`The cell "${cellId}" was changed meanwhile.`, {
      text: proposal.before,
      revision: proposal.revision,
    });
  }
  progress('The user wants to see every edit first: waiting for the decision');
  await proposals.decided(proposal, WAIT_MS, signal);
  const { outcome, id } = proposal;
  if (outcome === null) {
    throw new Failure(
      'user_action_required',
      `The user wants to see every edit first, and has not decided about this one yet. Nothing was changed so far.`,
      `It stays before the user as proposal "${id}": you are told the decision with a later result, or call propose_edit with this proposalId to wait for it.`,
    );
  }
  if (outcome.decision === 'rejected') {
    throw new Failure(
      'denied',
      `The user rejected this edit${outcome.comment ? `: "${outcome.comment}"` : ''}.`,
      'Nothing was changed. Do not try another way; ask the user what to do instead.',
    );
  }
  const { decision, revision, before, content } = outcome;
  return { revision, before, ...(decision === 'edited' ? { written: content } : {}) };
}
