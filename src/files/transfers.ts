import { FAILURE_KINDS, Failure } from '../notebook/failure.ts';
import { z } from '../tools/tool.ts';
import type { TransferMeta } from '../wire/transfer.ts';
import type { BridgeTransfer } from './transfer.ts';
import { Transfer } from './transfer.ts';

const count = z.number().int().min(0);
const Step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('open') }),
  z.object({ step: z.literal('hash'), length: count.optional() }),
  z.object({ step: z.literal('read'), offset: count, length: count }),
  z.object({ step: z.literal('cut'), length: count }),
  z.object({ step: z.literal('write'), offset: count, base64: z.string() }),
  z.object({ step: z.literal('finish'), sha256: z.string() }),
  z.object({ step: z.literal('end'), data: z.record(z.string(), z.unknown()) }),
  z.object({
    step: z.literal('fail'),
    failure: z.object({ kind: z.enum(FAILURE_KINDS), message: z.string(), next: z.string() }),
    keepPart: z.boolean(),
  }),
]);

/** The transfers of one session, by the names that the bridge gave them. */
export class Transfers {
  readonly #transfers = new Map<string, Transfer>();

  /** A call has come that our bridge does the other half of. */
  begin({ name, upload }: TransferMeta): BridgeTransfer {
    const transfer = this.#named(name);
    return { upload, serve: (served, signal) => transfer.serve(served, signal) };
  }

  /** The call and the first request of its transfer come in either order. */
  #named(name: string): Transfer {
    const transfer = this.#transfers.get(name) ?? new Transfer();
    this.#transfers.set(name, transfer);
    return transfer;
  }

  /** The call has ended. */
  forget(name: string): void {
    this.#transfers.delete(name);
  }

  async answer(params: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { transfer: name } = params;
    const step = Step.safeParse(params);
    if (typeof name !== 'string' || !step.success) {
      throw new Failure(
        'invalid_input',
        'This is no step of a transfer.',
        'Update cellwire and the extension.',
      );
    }
    // Another step than the first is about a transfer that is known, or over.
    const transfer = step.data.step === 'open' ? this.#named(name) : this.#transfers.get(name);
    const given = (transfer ?? new Transfer()).take(step.data);
    return untilAborted(given, signal).catch((thrown: unknown) => {
      if (signal.aborted && step.data.step === 'open') this.forget(name);
      throw thrown;
    });
  }
}

/** Leaves nothing at the signal: a transfer of many pieces has one for all of them. */
function untilAborted<Given>(given: Promise<Given>, signal: AbortSignal): Promise<Given> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(Failure.from(signal.reason));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    given.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
