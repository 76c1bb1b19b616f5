import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../background/link/link.ts';
import { readHello, readHelloResult } from '../../../src/wire/hello.ts';
import { readMessage } from '../../../src/wire/json-rpc.ts';
import { newKey, tokenOf } from '../../../src/wire/keys.ts';
import { anyFrame, askedId, countIds } from '../../support/frames.ts';
import { FUZZ_TIMEOUT_MS, fuzzed } from '../../support/fuzz.ts';
import { heldBytes } from '../../support/heap.ts';
import {
  dialled,
  FakeSocket,
  latest,
  useFakeSockets,
  useRealSockets,
} from '../background/link/fake-socket.ts';
import {
  attachSession,
  FakeSession,
  makeLink,
  requestOf,
  resultOf,
  serverSays,
} from '../background/link/link-rig.ts';

/** As many in one conversation. */
const FRAMES = 60;
const MEGABYTE = 1_000_000;
const frames = (ending: boolean) => fc.array(anyFrame(ending), { minLength: FRAMES, maxLength: FRAMES });

type Message = { id?: string | number | null; method?: unknown };
const messages = (list: unknown[]): Message[] => list as Message[];

beforeEach(() => useFakeSockets());
afterEach(() => useRealSockets());

describe('whatever a frame holds', () => {
  it(
    'it is read, and never thrown at',
    () => {
      let asked = 0;
      fc.assert(
        fc.property(anyFrame(), (frame) => {
          const read = readMessage(frame);
          if (askedId(frame) !== undefined) {
            asked += 1;
            expect(read).toMatchObject({ id: askedId(frame) });
          }
          if (read.kind === 'malformed') return;
          const { message } = read;
          if ('params' in message) {
            readHello(message.params);
            readHelloResult(message.params);
          }
          expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
        }),
        fuzzed(8_000),
      );
      expect(asked).toBeGreaterThan(1_000);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    FUZZ_TIMEOUT_MS,
  );
});

describe('whatever a server says that need not prove itself', () => {
  /** The session answers all that it was asked. */
  function answerAll(session: FakeSession): void {
    for (const { id, method } of messages(session.take())) {
      if (id !== undefined && id !== null && method !== undefined) session.answers(id);
    }
  }

  it(
    'every request that can be read is answered once, and the next call works',
    () => {
      let asked = 0;
      fc.assert(
        fc.property(frames(false), fc.boolean(), (texts, isHere) => {
          const link = makeLink();
          const session = isHere ? attachSession(link) : null;
          latest().opens();
          for (const text of texts) latest().receives(text);
          if (session) answerAll(session);
          vi.advanceTimersByTime(31_000);
          const said = messages(latest().takeSent());
          const answers = countIds(said.filter(({ method }) => method === undefined).map(({ id }) => id));
          for (const [id, times] of countIds(texts.map(askedId))) {
            asked += 1;
            expect(answers.get(id) ?? 0, `answers to ${id}`).toBeGreaterThan(0);
            expect(answers.get(id)).toBeLessThanOrEqual(times);
          }
          works(link);
          void link.close('done');
        }),
        fuzzed(120),
      );
      expect(asked).toBeGreaterThan(1_000);
    },
    FUZZ_TIMEOUT_MS,
  );

  function works(link: Link): void {
    const session = attachSession(link);
    session.take();
    latest().opens();
    latest().takeSent();
    serverSays(requestOf('a call of today', 'tools/call', { name: 'get_cells' }));
    expect(session.take()).toContainEqual(requestOf('a call of today', 'tools/call', { name: 'get_cells' }));
    session.answers('a call of today', { fine: true });
    expect(latest().takeSent()).toContainEqual(resultOf('a call of today', { fine: true }));
  }

  it(
    'also with calls that are cancelled, servers that begin anew, sessions that come and go, and refusals',
    () => {
      fc.assert(
        fc.property(
          frames(true),
          fc.array(fc.nat({ max: 11 }), { minLength: FRAMES, maxLength: FRAMES }),
          (texts, events) => {
            const link = makeLink();
            let session = attachSession(link);
            latest().opens();
            for (const [at, text] of texts.entries()) {
              // A session that comes has a server dialled again that was given free.
              if (latest().readyState === FakeSocket.CONNECTING) latest().opens();
              latest().receives(text);
              if (events[at] === 0) answerAll(session);
              if (events[at] === 1) link.detach(session);
              if (events[at] === 2) session = attachSession(link);
              if (events[at] === 3) vi.advanceTimersByTime(800);
              if (events[at] === 4 && at % 5 === 0) link.refuse('not-now');
            }
            vi.advanceTimersByTime(31_000);
            for (const answer of messages(latest().takeSent())) {
              if (answer.method === undefined) expect(answer).toHaveProperty('id');
            }
            void link.close('done');
          },
        ),
        fuzzed(100),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'what a session says is passed on or left out, and nothing is thrown',
    () => {
      const said = fc.array(fc.tuple(anyFrame(), fc.boolean()), { minLength: FRAMES, maxLength: FRAMES });
      fc.assert(
        fc.property(said, (texts) => {
          const link = makeLink();
          const session = attachSession(link);
          latest().opens();
          const methods = ['initialize', 'tools/list', 'tools/call', 'resources/subscribe'];
          for (const [at, [text, isAnswer]] of texts.entries()) {
            serverSays(requestOf(at, methods[at % 4] ?? '', { uri: 'cellwire://abc123' }));
            link.fromSession(session, { answers: isAnswer ? at : null, text });
          }
          const next = new FakeSession(link);
          link.attach(next);
          link.refuse('stopped');
          serverSays(requestOf('last', 'tools/list'));
          expect(latest().sent.at(-1)).toContain('"last"');
          void link.close('done');
        }),
        fuzzed(80),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'memory is back when the link is gone, and does not grow with what it was told',
    () => {
      const [many] = fc.sample(fc.array(anyFrame(), { minLength: 2_000, maxLength: 2_000 }), {
        numRuns: 1,
        seed: 1,
      });
      const converse = (): void => {
        const link = makeLink();
        const session = attachSession(link);
        latest().opens();
        for (const text of many ?? []) {
          latest().receives(text);
          answerAll(session);
        }
        void link.close('done');
        latest().ends();
        vi.advanceTimersByTime(60_000);
        dialled.length = 0;
      };
      for (let count = 0; count < 3; count += 1) converse();
      const before = heldBytes();
      for (let count = 0; count < 10; count += 1) converse();
      expect((heldBytes() - before) / MEGABYTE).toBeLessThan(5);
    },
    FUZZ_TIMEOUT_MS,
  );
});

describe('a server that has to prove itself', () => {
  it(
    'reaches nothing by any frame but the proof, and is told nothing',
    () => {
      fc.assert(
        fc.property(fc.array(anyFrame(), { minLength: 10, maxLength: 10 }), (texts) => {
          const link = makeLink([], { credentials: { token: tokenOf(newKey()), port: 4242 } });
          const session = attachSession(link);
          session.take();
          for (const text of texts) {
            if (latest().readyState === 0) latest().opens();
            latest().receives(text);
            if (latest().closedWith) latest().ends(4003);
            vi.advanceTimersByTime(3_000);
          }
          expect(session.take()).toEqual([]);
          expect(dialled.flatMap(({ sent, lost }) => [...sent, ...lost])).toEqual([]);
          expect(link.state.phase).not.toBe('open');
          void link.close('done');
          dialled.length = 0;
        }),
        fuzzed(150),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
