import { callTool, toolNamed } from '../../src/calls/call-tool.ts';
import type { CallRules } from '../../src/calls/perform-call.ts';
import { Transfers } from '../../src/files/transfers.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { CallContext, RuntimeContext, Tool } from '../../src/tools/tool.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import { TRANSFER_METHOD, transferOf } from '../../src/wire/transfer.ts';
import type { AgentCall } from '../agent/answer-call.ts';
import { progressTo, toolNameIn } from '../agent/answer-call.ts';
import { fileCall } from '../files/file-calls.ts';
import type { SaveFolder } from '../files/save-folder.ts';

type Payload = Record<string, unknown>;

interface Surroundings {
  context: Omit<RuntimeContext, keyof CallContext>;
  rules: CallRules;
}

const NEVER = new AbortController().signal;

/** Answers a `tools/call` with these tools: every way it can fail is a result that says what to do next. */
export function answerRuntimeCall(
  tools: ReadonlyArray<Tool<RuntimeContext>>,
  folder: SaveFolder,
  surroundings: () => Surroundings,
): (call: AgentCall) => Promise<Payload> {
  const transfers = new Transfers();
  const answer = async ({ params, signal, onProgress }: AgentCall): Promise<Payload> => {
    const tool = toolNamed(toolNameIn(params), tools);
    const { context, rules } = surroundings();
    const meta = transferOf(isRecord(params._meta) ? params._meta : undefined);
    const transfer = meta ? { transfer: transfers.begin(meta) } : {};
    try {
      const progress = progressTo(onProgress);
      return await callTool(tool, params.arguments, { ...context, ...transfer, signal, progress }, rules);
    } finally {
      if (meta) transfers.forget(meta.name);
    }
  };
  /** Of a transfer both halves are here, that of the kernel and that of the disk: they speak as over a wire. */
  const kernelHalf = {
    request: (
      method: string,
      params: Payload,
      { signal = NEVER, onProgress }: { signal?: AbortSignal; onProgress?: AgentCall['onProgress'] } = {},
    ): Promise<Payload> =>
      method === TRANSFER_METHOD
        ? transfers
            .answer(params, signal)
            .catch((thrown: unknown) => ({ failure: Failure.from(thrown).toData() }))
        : answer({ params, signal, onProgress }),
  };
  return async (call) => {
    try {
      toolNamed(toolNameIn(call.params), tools);
      return await (fileCall(kernelHalf, folder, call) ?? answer(call));
    } catch (thrown) {
      // A cancelled call gets no answer; whoever waits for it is told by the protocol layer.
      if (call.signal.aborted) throw thrown;
      return failureResult(Failure.from(thrown).toData());
    }
  };
}
