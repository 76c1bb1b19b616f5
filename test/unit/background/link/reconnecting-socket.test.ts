import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReconnectingSocket } from '../../../../background/link/reconnecting-socket.ts';
import { dialled, FakeSocket, latest, useFakeSockets, useRealSockets } from './fake-socket.ts';

const SETTLE_MS = 200;
const STABLE_MS = 5_000;
const REFUSED = 'No server answers on port 4242, or it refused the link. Ask your agent for a new one.';

let socket: ReconnectingSocket;
let phases: Array<[string, string | null]>;
let frames: string[];
let readied: number;
let returned: number[];
let isWelcome: boolean;

const hosts = (): string[] => dialled.map(({ url }) => new URL(url).hostname);

/** Every host of one round refuses. */
function refuseRound(): void {
  for (let host = 0; host < 2; host += 1) latest().ends();
}

/** How long it takes until the next socket is dialled. */
function pauseBeforeDial(): number {
  const [before, started] = [dialled.length, Date.now()];
  while (dialled.length === before && Date.now() - started < 60_000) vi.advanceTimersByTime(1);
  return Date.now() - started;
}

beforeEach(() => {
  useFakeSockets();
  [phases, frames, readied, returned, isWelcome] = [[], [], 0, [], true];
  socket = new ReconnectingSocket(
    { port: 4242, isProofRequired: false, nextQuery: () => 'who=me' },
    {
      onReady: () => {
        readied += 1;
      },
      onFrame: (text) => frames.push(text),
      onPhase: (phase, detail) => phases.push([phase, detail]),
      onReturn: (awayMs) => {
        returned.push(awayMs);
        return isWelcome;
      },
    },
  );
});
afterEach(useRealSockets);

describe('dialling', () => {
  it('says who dials, and asks for the subprotocol', () => {
    expect(latest().url).toBe('ws://127.0.0.1:4242/?who=me');
    expect(latest().protocols).toEqual(['mcp']);
    expect(phases).toEqual([['connecting', null]]);
  });

  it('tries both addresses of this machine before it pauses', () => {
    refuseRound();
    expect(hosts()).toEqual(['127.0.0.1', '[::1]']);
    expect(phases).toEqual([
      ['connecting', null],
      ['retrying', REFUSED],
    ]);
    expect(pauseBeforeDial()).toBe(250);
    expect(phases.at(-1)).toEqual(['connecting', null]);
    expect(hosts().at(-1)).toBe('127.0.0.1');
  });

  it('stays with the address that has answered: the other may belong to another program', () => {
    latest().ends();
    latest().opens();
    latest().receives('one');
    latest().ends();
    for (let round = 0; round < 3; round += 1) {
      pauseBeforeDial();
      latest().ends();
    }
    expect(hosts()).toEqual(['127.0.0.1', '[::1]', '[::1]', '[::1]', '[::1]']);
  });

  it('does not stay with one that only opened', () => {
    latest().opens();
    latest().ends(1013);
    pauseBeforeDial();
    refuseRound();
    expect(hosts()).toEqual(['127.0.0.1', '127.0.0.1', '[::1]']);
  });

  it('gives up on an address that neither answers nor refuses', () => {
    vi.advanceTimersByTime(4_999);
    expect(latest().closedWith).toBeNull();
    vi.advanceTimersByTime(1);
    expect(latest().closedWith).not.toBeNull();
    latest().ends();
    expect(hosts()).toEqual(['127.0.0.1', '[::1]']);
  });

  it('keeps a socket that opened in time, and leaves no timer behind one that did not', () => {
    latest().ends();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4_000);
    latest().opens();
    vi.advanceTimersByTime(10_000);
    expect(latest().closedWith).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('being ready', () => {
  it('takes a moment in which a server may still say that it is busy', () => {
    latest().opens();
    vi.advanceTimersByTime(SETTLE_MS - 1);
    expect([socket.ready, readied, phases.length]).toEqual([false, 0, 1]);
    vi.advanceTimersByTime(1);
    expect([socket.ready, readied]).toEqual([true, 1]);
    expect(phases.at(-1)).toEqual(['open', null]);
  });

  it('comes with the first frame, once, and before the frame is handed on', () => {
    latest().opens();
    latest().receives('one');
    latest().receives('two');
    vi.advanceTimersByTime(SETTLE_MS);
    expect([readied, frames]).toEqual([1, ['one', 'two']]);
    expect(phases).toEqual([
      ['connecting', null],
      ['open', null],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not come with bytes, which nobody can read', () => {
    latest().opens();
    latest().receives(new ArrayBuffer(3));
    expect([socket.ready, frames]).toEqual([false, []]);
  });

  it('ends when the socket begins to close, before it is closed', () => {
    latest().opens();
    latest().receives('one');
    socket.send('two');
    expect(latest().sent).toEqual(['two']);
    latest().readyState = FakeSocket.CLOSING;
    expect(socket.ready).toBe(false);
    latest().ends();
    expect(socket.ready).toBe(false);
  });

  it('is found out anew on every socket', () => {
    latest().opens();
    latest().receives('one');
    latest().ends();
    pauseBeforeDial();
    latest().opens();
    expect(socket.ready).toBe(false);
    vi.advanceTimersByTime(SETTLE_MS);
    expect([socket.ready, readied]).toEqual([true, 2]);
  });

  it('is not for a socket that closed before the moment had passed', () => {
    latest().opens();
    latest().ends(1013);
    vi.advanceTimersByTime(SETTLE_MS);
    expect([socket.ready, readied]).toEqual([false, 0]);
  });
});

describe('dialling again', () => {
  it.each([
    [1006, '', 'The server closed the connection (1006).'],
    [1011, 'initialize failed', 'The server closed the connection (1011, initialize failed).'],
  ])('says how the last socket ended (%i)', (code, reason, detail) => {
    latest().opens();
    latest().ends(code, reason);
    expect(phases.at(-1)).toEqual(['retrying', detail]);
  });

  it('waits longer where the server has another notebook', () => {
    latest().opens();
    latest().ends(1013, 'Server is busy');
    expect(phases.at(-1)).toEqual(['server-busy', 'The server is connected to another notebook.']);
    expect(pauseBeforeDial()).toBe(5_000);
    latest().opens();
    latest().ends(1013, 'Server is busy');
    expect(pauseBeforeDial()).toBe(10_000);
  });

  it('waits longer every time, also for a server that opens and closes again', () => {
    const pauses = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      latest().opens();
      vi.advanceTimersByTime(STABLE_MS - 1);
      latest().ends();
      pauses.push(pauseBeforeDial());
    }
    refuseRound();
    pauses.push(pauseBeforeDial());
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000]);
  });

  it('waits as shortly as at first when a socket has lasted', () => {
    refuseRound();
    pauseBeforeDial();
    refuseRound();
    expect(pauseBeforeDial()).toBe(500);
    latest().opens();
    vi.advanceTimersByTime(STABLE_MS);
    latest().ends();
    expect(pauseBeforeDial()).toBe(250);
  });
});

describe('a pause', () => {
  const REASON = 'Nobody is there';

  it('lets the server go with a reason, and dials no more', () => {
    latest().opens();
    latest().receives('one');
    const paused = latest();
    socket.rest('no-notebook', REASON);
    expect(paused.closedWith).toEqual({ code: 1000, reason: REASON });
    expect(phases.at(-1)).toEqual(['no-notebook', REASON]);
    expect(socket.ready).toBe(false);
    paused.ends(1000);
    vi.advanceTimersByTime(60_000);
    expect(dialled).toHaveLength(1);
    expect(phases.at(-1)).toEqual(['no-notebook', REASON]);
  });

  it('holds back a dial that was due, and is said once', () => {
    refuseRound();
    socket.rest('no-notebook', REASON);
    socket.rest('no-notebook', REASON);
    vi.advanceTimersByTime(60_000);
    expect(dialled).toHaveLength(2);
    expect(phases.filter(([phase]) => phase === 'no-notebook')).toHaveLength(1);
  });

  it('ends with a dial at once, as if it were the first', () => {
    refuseRound();
    pauseBeforeDial();
    refuseRound();
    socket.rest('no-notebook', REASON);
    socket.dialNow(false);
    expect(dialled).toHaveLength(5);
    expect(phases.at(-1)).toEqual(['connecting', null]);
    refuseRound();
    expect(pauseBeforeDial()).toBe(250);
  });

  it('may come again', () => {
    socket.rest('no-notebook', REASON);
    socket.dialNow(false);
    socket.rest('no-notebook', REASON);
    expect(phases.at(-1)).toEqual(['no-notebook', REASON]);
    expect(latest().closedWith).toEqual({ code: 1000, reason: REASON });
  });

  it('that never was has no end', () => {
    socket.dialNow(false);
    expect(dialled).toHaveLength(1);
    expect(phases).toHaveLength(1);
  });

  it('leaves the old socket behind: what it still says or does is nobody’s business', () => {
    const old = latest();
    old.opens();
    socket.rest('no-notebook', REASON);
    socket.dialNow(false);
    const current = latest();
    current.opens();
    old.receives('late');
    expect([frames, socket.ready]).toEqual([[], false]);
    current.receives('now');
    old.ends(1013);
    vi.advanceTimersByTime(60_000);
    expect([frames, socket.ready, dialled.length]).toEqual([['now'], true, 2]);
    expect(phases.at(-1)).toEqual(['open', null]);
  });

  it('does not make a socket ready that was left behind', () => {
    latest().opens();
    socket.rest('no-notebook', REASON);
    socket.dialNow(false);
    vi.advanceTimersByTime(SETTLE_MS);
    expect([socket.ready, readied]).toEqual([false, 0]);
  });
});

describe('a server that has gone', () => {
  it('is dialled for minutes, then no more until somebody wants it', () => {
    latest().opens();
    latest().receives('one');
    latest().ends();
    const started = Date.now();
    while (phases.at(-1)?.[0] !== 'resting' && Date.now() - started < 3_600_000) {
      pauseBeforeDial();
      latest().ends();
    }
    expect(Date.now() - started).toBeGreaterThan(600_000);
    expect(Date.now() - started).toBeLessThan(610_000);
    expect(phases.at(-1)?.[1]).toBe(
      `${REFUSED} Cellwire has stopped trying; reload the tab or press "Try again".`,
    );
    const before = dialled.length;
    vi.advanceTimersByTime(3_600_000);
    expect(dialled).toHaveLength(before);
    socket.dialNow(false);
    expect(dialled).toHaveLength(before + 1);
    latest().ends();
    expect(phases.at(-1)).toEqual(['retrying', REFUSED]);
  });

  it('that comes back is asked about, with the time it was away, before anything is heard or said', () => {
    latest().opens();
    latest().receives('one');
    expect(returned).toEqual([]);
    isWelcome = false;
    latest().ends();
    vi.advanceTimersByTime(250);
    latest().ends();
    vi.advanceTimersByTime(500);
    latest().opens();
    expect(returned).toEqual([750]);
    vi.advanceTimersByTime(SETTLE_MS);
    expect([socket.ready, readied]).toEqual([false, 1]);
  });

  it('is asked about also where the link itself had rested meanwhile', () => {
    latest().opens();
    latest().receives('one');
    socket.rest('no-notebook', 'Nothing to do');
    vi.advanceTimersByTime(60_000);
    isWelcome = false;
    socket.dialNow(false);
    latest().opens();
    expect(returned).toEqual([60_000]);
    vi.advanceTimersByTime(SETTLE_MS);
    expect(socket.ready).toBe(false);
  });

  it('stays away, however it is dialled, until the user wants what is there now', () => {
    latest().opens();
    latest().receives('one');
    latest().ends();
    vi.advanceTimersByTime(200);
    socket.dialNow(false);
    latest().opens();
    expect(returned).toEqual([200]);
    latest().ends();
    socket.dialNow(true);
    latest().opens();
    expect(returned).toEqual([200]);
  });
});

describe('a server that must prove itself', () => {
  const EVENTS = { onReady: () => {}, onFrame: () => {}, onReturn: () => true };
  let proven: ReconnectingSocket;

  beforeEach(() => {
    dialled.splice(0);
    phases = [];
    const server = { port: 4242, isProofRequired: true, nextQuery: () => `round=${dialled.length}` };
    proven = new ReconnectingSocket(server, {
      ...EVENTS,
      onPhase: (phase, detail) => phases.push([phase, detail]),
    });
  });

  it('is not shown as connected before it has: not by time, nor by what it says', () => {
    latest().opens();
    latest().receives('one');
    vi.advanceTimersByTime(SETTLE_MS);
    expect(proven.ready).toBe(false);
    expect(phases).toEqual([['connecting', null]]);
    proven.confirm();
    expect(proven.ready).toBe(true);
    expect(phases.at(-1)).toEqual(['open', null]);
    vi.advanceTimersByTime(60_000);
    expect(proven.ready).toBe(true);
  });

  it('gets five seconds', () => {
    latest().opens();
    vi.advanceTimersByTime(4_999);
    expect(latest().closedWith).toBeNull();
    vi.advanceTimersByTime(1);
    expect(latest().closedWith).toEqual({ code: 4003, reason: 'no proof in time' });
  });

  it('may be at the other address, and is told from one that is not there', () => {
    latest().opens();
    proven.reject('not proven');
    latest().ends(4003);
    expect(hosts()).toEqual(['127.0.0.1', '[::1]']);
    expect(dialled.map(({ url }) => new URL(url).search)).toEqual(['?round=0', '?round=0']);
    latest().opens();
    latest().ends();
    expect(phases.at(-1)).toEqual([
      'retrying',
      'Another program answers on port 4242: it could not prove that it is the server you allowed.',
    ]);
  });
});

describe('the end', () => {
  /** Whether the promise has settled by now. */
  async function isSettled(promise: Promise<void>): Promise<boolean> {
    let settled = false;
    void promise.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return settled;
  }

  it('waits until the server has heard the reason', async () => {
    latest().opens();
    latest().receives('one');
    const closed = socket.close('Done');
    expect(latest().closedWith).toEqual({ code: 1000, reason: 'Done' });
    expect(socket.ready).toBe(false);
    expect(await isSettled(closed)).toBe(false);
    latest().ends(1000);
    expect(await isSettled(closed)).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(dialled).toHaveLength(1);
    expect(phases.at(-1)).toEqual(['open', null]);
  });

  it('does not wait long for a server that does not care', async () => {
    latest().opens();
    const closed = socket.close('Done');
    await vi.advanceTimersByTimeAsync(999);
    expect(await isSettled(closed)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isSettled(closed)).toBe(true);
  });

  it('comes at once between two sockets, and with it no other dial', async () => {
    refuseRound();
    expect(await isSettled(socket.close('Done'))).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(dialled).toHaveLength(2);
  });

  it('comes at once when the socket is closed already', async () => {
    latest().readyState = FakeSocket.CLOSED;
    expect(await isSettled(socket.close('Done'))).toBe(true);
  });

  it('tries no other name for a dial that it broke off', () => {
    void socket.close('Done');
    latest().ends();
    expect(dialled).toHaveLength(1);
  });

  it('is final: nothing is heard, paused or resumed after it', () => {
    latest().opens();
    void socket.close('Done');
    latest().receives('late');
    vi.advanceTimersByTime(SETTLE_MS);
    socket.rest('no-notebook', 'Nobody is there');
    socket.dialNow(false);
    expect([frames, readied, dialled.length]).toEqual([[], 0, 1]);
    expect(phases).toEqual([['connecting', null]]);
  });

  it('is final for a paused one too', async () => {
    socket.rest('no-notebook', 'Nobody is there');
    expect(await isSettled(socket.close('Done'))).toBe(true);
    socket.dialNow(false);
    expect(dialled).toHaveLength(1);
  });
});
