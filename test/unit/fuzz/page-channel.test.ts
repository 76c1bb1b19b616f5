import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Clock } from '../../../src/clock/clock.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import { failureResult, toFrame } from '../../../src/wire/frames.ts';
import { isRecord } from '../../../src/wire/json.ts';
import { connectPage, servePage } from '../../../src/wire/page-channel.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../support/fuzz.ts';
import { code, memoryNotebook, noInspection, noKernel } from '../../support/memory-notebook.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});
function channel(): [MessagePort, MessagePort] {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  return [port1, port2];
}

/** What can be cloned into another world. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, Number.NaN, 1n),
  nastyText(3),
);
const failure = fc.record({ kind: anything, message: anything, next: anything }, { requiredKeys: [] });
const name = fc.constantFrom('changed', 'foreignChange', 'userRun', 'pong', 'update', '__proto__', 'x');

describe('whatever comes from the page', () => {
  it(
    'a call that it answers in some way ends, with a failure that agents can read or a result',
    async () => {
      const answer = fc.oneof(
        anything.map((result) => ({ result })),
        fc.oneof(anything, failure).map((one) => ({ failure: one })),
      );
      const noise = fc.oneof(anything, fc.dictionary(name, anything));
      await fc.assert(
        fc.asyncProperty(fc.array(noise, { maxLength: 5 }), answer, async (before, ending) => {
          const [theirs, ours] = channel();
          const { notebook, kernel } = connectPage(ours, new Clock());
          theirs.onmessage = ({ data }: MessageEvent<unknown>) => {
            for (const one of before) theirs.postMessage(one);
            theirs.postMessage({ ...ending, id: isRecord(data) ? data.id : 0 });
          };
          notebook.onUserRun(() => {});
          notebook.onForeignChange(() => {});
          await kernel.state().catch((thrown: unknown) => {
            expect(thrown).toBeInstanceOf(Failure);
            toFrame(failureResult(Failure.from(thrown).toData()));
          });
          for (const port of ports.splice(0)) port.close();
        }),
        fuzzed(1_000),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

describe('whatever comes to the page', () => {
  it(
    'is answered where it has an id, and reaches nothing that is not offered',
    async () => {
      const target = fc.oneof(fc.constantFrom('notebook', 'kernel', '__proto__', 'constructor'), anything);
      const method = fc.oneof(fc.constantFrom('status', 'onChange', 'constructor', 'toString'), anything);
      const call = fc.record({ target, method, params: anything });
      const words = fc.array(fc.oneof(anything, call), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(words, async (before) => {
          const [theirs, ours] = channel();
          servePage(
            theirs,
            { notebook: memoryNotebook([code('a', 'x')]), kernel: noKernel, inspection: noInspection },
            new Clock(),
          );
          for (const one of before) ours.postMessage(isRecord(one) ? { ...one, id: -1 } : one);
          const { notebook } = connectPage(ours, new Clock());
          expect((await notebook.readCells({})).cells).toHaveLength(1);
          for (const port of ports.splice(0)) port.close();
        }),
        fuzzed(500),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
