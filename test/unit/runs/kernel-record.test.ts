import { describe, expect, it } from 'vitest';
import { KernelRecord } from '../../../src/runs/kernel-record.ts';

const up = (session: string) => ({ state: 'idle' as const, session });

describe('the record of a kernel session', () => {
  it('has nothing to tell while the session is the same', () => {
    const record = new KernelRecord();
    record.ran('a', up('1'));
    record.look(up('1'));
    expect(record.takeLost()).toBeNull();
  });

  it('tells once which cells ran in a session that is gone, in their order', () => {
    const record = new KernelRecord();
    for (const id of ['b', 'a', 'b']) record.ran(id, up('1'));
    record.look({ state: 'disconnected', why: 'Nobody was there' });
    record.look({ state: 'disconnected' });
    expect(record.hasLost).toBe(true);
    expect(record.takeLost()).toEqual({
      cellIds: ['b', 'a'],
      why: 'Nobody was there',
      wasDisconnected: true,
    });
    expect(record.takeLost()).toBeNull();
  });

  it('knows a restart by the session, and forgets what ran again since', () => {
    const record = new KernelRecord();
    record.ran('a', up('1'));
    record.ran('b', up('1'));
    record.ran('a', up('2'));
    expect(record.takeLost()).toEqual({ cellIds: ['b'], wasDisconnected: false });
    record.ran('b', up('3'));
    record.ran('a', up('3'));
    expect(record.hasLost).toBe(false);
  });

  it('takes a page that names no sessions at its word', () => {
    const record = new KernelRecord();
    record.ran('a', { state: 'idle' });
    record.look({ state: 'idle' });
    expect(record.hasLost).toBe(false);
  });
});
