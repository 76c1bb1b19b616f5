import { Failure } from '../../notebook/failure.ts';
import type { Proposal } from '../../proposals/proposals.ts';
import { cellId, sourceText } from '../arguments.ts';
import { keepReporting } from '../run/progress-heartbeat.ts';
import type { ToolContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

/** Below the minute after which most clients give up. */
const WAIT_MS = 50_000;

export const proposeEdit = defineTool({
  name: 'propose_edit',
  title: 'Propose an edit to the user',
  group: 'notebook',
  effect: 'proposes',
  description:
    'Shows the user a new content for a cell as a difference; it is written only if the user accepts. Waits for the decision: "accepted", "edited" (the user changed it first; content is what was written) or "rejected" (with a comment). "pending": none came in time; call again with the proposalId alone.',
  input: z.strictObject({
    cellId: cellId.optional(),
    content: sourceText.optional().describe('The whole new content.'),
    reason: z.string().max(2_000).optional().describe('Why, in a sentence for the user.'),
    wait: z.boolean().default(true).describe('False: return at once.'),
    proposalId: z.string().optional().describe('Of one that is pending, instead of a new one.'),
  }),
  output: z.object({
    decision: z.enum(['accepted', 'edited', 'rejected', 'pending']),
    proposalId: z.string().optional(),
    comment: z.string().optional(),
    content: z.string().optional(),
    revision: z.string().optional(),
  }),
  async run({ cellId, content, reason, wait, proposalId }, context) {
    const { proposals, agent, signal } = context;
    const proposal =
      proposalId === undefined
        ? await proposals.add({ agent, ...required(cellId, content), reason: reason ?? null })
        : proposals.find(proposalId, agent);
    if (wait) {
      const { tell, stop } = keepReporting(context.progress);
      tell('waiting for the decision of the user');
      await proposals.decided(proposal, WAIT_MS, signal).finally(stop);
    }
    return { data: report(proposal, context) };
  },
});

function required(cellId: string | undefined, content: string | undefined) {
  if (cellId !== undefined && content !== undefined) return { cellId, after: content };
  throw new Failure(
    'invalid_input',
    'A new proposal needs cellId and content.',
    'Give both, or the proposalId of one that is pending.',
  );
}

function report({ id, cellId, outcome }: Proposal, { memory }: ToolContext): Record<string, unknown> {
  if (outcome === null) return { decision: 'pending', proposalId: id };
  if (outcome.decision === 'rejected') {
    return { decision: 'rejected', ...(outcome.comment ? { comment: outcome.comment } : {}) };
  }
  const { decision, revision, content } = outcome;
  memory.saw(cellId, revision);
  return { decision, revision, ...(decision === 'edited' ? { content } : {}) };
}
