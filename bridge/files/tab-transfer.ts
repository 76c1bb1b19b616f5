import { randomUUID } from 'node:crypto';
import { FAILURE_KINDS, Failure } from '../../src/notebook/failure.ts';
import { z } from '../../src/tools/tool.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { TransferMeta, TransferStep } from '../../src/wire/transfer.ts';
import { TRANSFER, TRANSFER_METHOD } from '../../src/wire/transfer.ts';
import type { TabClient } from '../tabs/tab-client.ts';

type Payload = Record<string, unknown>;

/** Asks the tab for one step of the transfer. */
export type Step = (step: TransferStep) => Promise<Payload>;

interface TabCall {
  params: Payload;
  signal: AbortSignal;
  onProgress: ((progress: Payload) => void) | undefined;
}

/**
 * Calls a tool of the tab that we do the other half of. What the call gives is what it gave in the tab, where it was
 * allowed, written down and ended: with what `work` gives, or why it failed.
 */
export async function transferThrough(
  client: Pick<TabClient, 'request'>,
  { params, signal, onProgress }: TabCall,
  upload: TransferMeta['upload'],
  work: (facts: Payload, step: Step, signal: AbortSignal) => Promise<Payload>,
): Promise<Payload> {
  const name = randomUUID();
  const meta = { ...(isRecord(params._meta) ? params._meta : {}), [TRANSFER]: { name, upload } };
  const over = new AbortController();
  const call = client
    .request('tools/call', { ...params, _meta: meta }, { signal, onProgress })
    .finally(() => over.abort());
  const step: Step = async (wanted) => {
    const answer = await client.request(
      TRANSFER_METHOD,
      { transfer: name, ...wanted },
      { signal: over.signal },
    );
    if (answer.failure !== undefined) throw failureIn(answer.failure);
    return answer;
  };
  const half = async (): Promise<void> => {
    const facts = await step({ step: 'open' });
    const end = await work(facts, step, over.signal).then(
      (data): TransferStep => ({ step: 'end', data }),
      (thrown: unknown): TransferStep => {
        const failure = Failure.from(thrown);
        // Where the runtime is full, what is there of it is in the way.
        const keepPart = failure.kind !== 'user_action_required';
        return { step: 'fail', failure: failure.toData(), keepPart };
      },
    );
    if (!over.signal.aborted) await step(end);
  };
  // Where the tab does not answer us, it does not answer the call either: that says why.
  await Promise.all([call.catch(() => {}), half().catch(() => {})]);
  return call;
}

const Told = z.object({ kind: z.enum(FAILURE_KINDS), message: z.string(), next: z.string() });

function failureIn(told: unknown): Failure {
  const read = Told.safeParse(told);
  return read.success ? Failure.fromData(read.data) : Failure.from('The tab failed and does not say why.');
}
