import { describe, expect, it } from 'vitest';
import { Mutex } from '../../../src/runs/mutex.ts';

const forGood = new AbortController().signal;
const nobody = (): void => {};
/** Lets every promise that can go on do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a mutex', () => {
  it('lets one in at a time, in the order of asking', async () => {
    const mutex = new Mutex();
    const order: string[] = [];
    const enter = async (name: string): Promise<void> => {
      const release = await mutex.lock(forGood, nobody);
      order.push(`${name} in`);
      await settle();
      order.push(`${name} out`);
      release();
    };
    await Promise.all(['a', 'b', 'c'].map(enter));
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('lets nobody in who comes in the moment in which another leaves', async () => {
    const mutex = new Mutex();
    const release = await mutex.lock(forGood, nobody);
    let inside = 0;
    const enter = async (): Promise<() => void> => {
      const leave = await mutex.lock(forGood, nobody);
      inside++;
      return leave;
    };
    const waiting = enter();
    release();
    const newSocket = enter();
    const leave = await waiting;
    await settle();
    expect(inside).toBe(1);
    leave();
    (await newSocket)();
    expect(inside).toBe(2);
  });

  it('tells those who wait their place, again whenever it changes', async () => {
    const mutex = new Mutex();
    const release = await mutex.lock(forGood, nobody);
    const told: Record<string, number[]> = { a: [], b: [], c: [] };
    const gone = new AbortController();
    const wait = (name: string, signal = forGood): Promise<() => void> =>
      mutex.lock(signal, (place) => told[name]?.push(place));
    const first = wait('a');
    const second = wait('b', gone.signal);
    const third = wait('c');
    expect(told).toEqual({ a: [1], b: [2], c: [3] });
    gone.abort(new Error('no more'));
    await expect(second).rejects.toThrow('no more');
    expect(told).toEqual({ a: [1, 1], b: [2], c: [3, 2] });
    release();
    expect(told).toEqual({ a: [1, 1], b: [2], c: [3, 2, 1] });
    (await first)();
    (await third)();
  });

  it('is not given up twice by one holder', async () => {
    const mutex = new Mutex();
    const release = await mutex.lock(forGood, nobody);
    const second = mutex.lock(forGood, nobody);
    let third = 'waits';
    void mutex.lock(forGood, nobody).then(() => {
      third = 'in';
    });
    release();
    release();
    await second;
    await settle();
    expect(third).toBe('waits');
  });

  it('is free again when the last one has left', async () => {
    const mutex = new Mutex();
    const places: number[] = [];
    const tell = (place: number): void => void places.push(place);
    (await mutex.lock(forGood, tell))();
    (await mutex.lock(forGood, tell))();
    expect(places).toEqual([]);
  });

  it('is not for a caller who has stopped caring, and stays free', async () => {
    const mutex = new Mutex();
    const gone = new AbortController();
    gone.abort(new Error('no more'));
    await expect(mutex.lock(gone.signal, nobody)).rejects.toThrow('no more');
    await mutex.lock(forGood, nobody);
  });

  it('is kept by a holder whose caller stops caring later', async () => {
    const mutex = new Mutex();
    const later = new AbortController();
    const before = await mutex.lock(forGood, nobody);
    const held = mutex.lock(later.signal, nobody);
    before();
    await held;
    later.abort();
    let next = 'waits';
    void mutex.lock(forGood, nobody).then(() => {
      next = 'in';
    });
    await settle();
    expect(next).toBe('waits');
    (await held)();
    await settle();
    expect(next).toBe('in');
  });
});
