import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReconnectingSocket } from '../../../../background/link/reconnecting-socket.ts';
import { dialled, FakeSocket, latest, useFakeSockets, useRealSockets } from './fake-socket.ts';

const SETTLE_MS = 200;
const STABLE_MS = 5_000;
const REFUSED = 'No server answers on port 4242, or it refused the token.';

let socket: ReconnectingSocket;
let phases: Array<[string, string | null]>;
let frames: string[];
let readied: number;

const hosts = (): string[] => dialled.map(({ url }) => new URL(url).hostname);

/** Every host of one round refuses. */
function refuseRound(): void {
  for (let host = 0; host < 3; host += 1) latest().ends();
}

/** How long it takes until the next socket is dialled. */
function pauseBeforeDial(): number {
  const [before, started] = [dialled.length, Date.now()];
  while (dialled.length === before && Date.now() - started < 60_000) vi.advanceTimersByTime(1);
  return Date.now() - started;
}

beforeEach(() => {
  useFakeSockets();
  [phases, frames, readied] = [[], [], 0];
  socket = new ReconnectingSocket(
    { token: 'se cret', port: 4242 },
    {
      onReady: () => {
        readied += 1;
      },
      onFrame: (text) => frames.push(text),
      onPhase: (phase, detail) => phases.push([phase, detail]),
    },
  );
});
afterEach(useRealSockets);

describe('dialling', () => {
  it('presents the token, and asks for the subprotocol', () => {
    expect(latest().url).toBe('ws://localhost:4242/?access_token=se%20cret');
    expect(latest().protocols).toEqual(['mcp']);
    expect(phases).toEqual([['connecting', null]]);
  });

  it('tries every name of this machine before it pauses', () => {
    refuseRound();
    expect(hosts()).toEqual(['localhost', '127.0.0.1', '[::1]']);
    expect(phases).toEqual([
      ['connecting', null],
      ['retrying', REFUSED],
    ]);
    expect(pauseBeforeDial()).toBe(250);
    expect(phases.at(-1)).toEqual(['connecting', null]);
    expect(hosts().at(-1)).toBe('localhost');
  });

  it('begins with the name that worked last', () => {
    latest().ends();
    latest().ends();
    latest().opens();
    latest().ends();
    pauseBeforeDial();
    refuseRound();
    expect(hosts().slice(3)).toEqual(['[::1]', 'localhost', '127.0.0.1']);
    pauseBeforeDial();
    latest().ends();
    latest().opens();
    latest().ends();
    pauseBeforeDial();
    expect(hosts().at(-1)).toBe('localhost');
  });

  it('gives up on a name that neither answers nor refuses', () => {
    vi.advanceTimersByTime(4_999);
    expect(latest().closedWith).toBeNull();
    vi.advanceTimersByTime(1);
    expect(latest().closedWith).not.toBeNull();
    latest().ends();
    expect(hosts()).toEqual(['localhost', '127.0.0.1']);
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
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000]);
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
    socket.pause(REASON);
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
    socket.pause(REASON);
    socket.pause(REASON);
    vi.advanceTimersByTime(60_000);
    expect(dialled).toHaveLength(3);
    expect(phases.filter(([phase]) => phase === 'no-notebook')).toHaveLength(1);
  });

  it('ends with a dial at once, as if it were the first', () => {
    refuseRound();
    pauseBeforeDial();
    refuseRound();
    socket.pause(REASON);
    socket.resume();
    expect(dialled).toHaveLength(7);
    expect(phases.at(-1)).toEqual(['connecting', null]);
    refuseRound();
    expect(pauseBeforeDial()).toBe(250);
  });

  it('may come again', () => {
    socket.pause(REASON);
    socket.resume();
    socket.pause(REASON);
    expect(phases.at(-1)).toEqual(['no-notebook', REASON]);
    expect(latest().closedWith).toEqual({ code: 1000, reason: REASON });
  });

  it('that never was has no end', () => {
    socket.resume();
    expect(dialled).toHaveLength(1);
    expect(phases).toHaveLength(1);
  });

  it('leaves the old socket behind: what it still says or does is nobody’s business', () => {
    const old = latest();
    old.opens();
    socket.pause(REASON);
    socket.resume();
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
    socket.pause(REASON);
    socket.resume();
    vi.advanceTimersByTime(SETTLE_MS);
    expect([socket.ready, readied]).toEqual([false, 0]);
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
    expect(dialled).toHaveLength(3);
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
    socket.pause('Nobody is there');
    socket.resume();
    expect([frames, readied, dialled.length]).toEqual([[], 0, 1]);
    expect(phases).toEqual([['connecting', null]]);
  });

  it('is final for a paused one too', async () => {
    socket.pause('Nobody is there');
    expect(await isSettled(socket.close('Done'))).toBe(true);
    socket.resume();
    expect(dialled).toHaveLength(1);
  });
});
