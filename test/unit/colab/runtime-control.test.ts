import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { FakeColab } from './fake-colab.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function settle<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  await vi.advanceTimersByTimeAsync(400_000);
  return answer;
}

/** A kernel whose session the test can change. */
function withSession(colab: FakeColab, restart?: () => unknown) {
  let session = 1;
  const kernel = {
    isConnected: () => colab.connected,
    getState: () => (colab.connected ? 'kernel idle' : 'connect'),
    get connection() {
      return { session: { kernelSessionId: colab.connected ? `s${session}` : undefined } };
    },
    ...(restart ? { restart } : {}),
  };
  colab.notebook.kernel = kernel;
  return { next: () => session++ };
}

describe('a restart', () => {
  it('is done when another session takes code', async () => {
    const colab = new FakeColab('1');
    const { next } = withSession(colab, async () => {
      colab.connected = false;
      setTimeout(() => {
        next();
        colab.connected = true;
      }, 2_000);
    });
    const { kernel } = createColab(colab.window);
    expect(await settle(kernel.restart())).toMatchObject({ state: 'idle', session: 's2' });
  });

  it('is not believed where the session stays the same', async () => {
    const colab = new FakeColab('1');
    withSession(colab, async () => {});
    await expect(settle(createColab(colab.window).kernel.restart())).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('kernel.restart() (no effect)'),
    });
  });

  it('needs a runtime', async () => {
    const colab = new FakeColab('1');
    const restart = vi.fn();
    withSession(colab, restart);
    colab.connected = false;
    await expect(settle(createColab(colab.window).kernel.restart())).rejects.toMatchObject({
      kind: 'not_connected',
    });
    expect(restart).not.toHaveBeenCalled();
  });
});

describe('a connection', () => {
  it('is left as it is where there is one', async () => {
    const colab = new FakeColab('1');
    const connect = vi.fn();
    colab.notebook.connectToKernel = connect;
    expect(await settle(createColab(colab.window).kernel.connect({}))).toMatchObject({ state: 'idle' });
    expect(connect).not.toHaveBeenCalled();
  });

  it('is made by the next way where the first does nothing', async () => {
    const colab = new FakeColab('1');
    colab.connected = false;
    colab.notebook.attemptAutoconnect = async () => {};
    colab.notebook.connectToKernel = () => {
      setTimeout(() => {
        colab.connected = true;
      }, 1_000);
    };
    expect(await settle(createColab(colab.window).kernel.connect({}))).toMatchObject({ state: 'idle' });
  });

  it('is waited for as long as Colab looks for a machine, and not for ever', async () => {
    const colab = new FakeColab('1');
    colab.connected = false;
    colab.notebook.connectToKernel = () => {
      colab.notebook.kernel = { isConnected: () => false, getState: () => 'allocating' };
    };
    await expect(settle(createColab(colab.window).kernel.connect({}))).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('says which ways were tried', async () => {
    const colab = new FakeColab('1');
    colab.connected = false;
    colab.notebook.connectToKernel = () => {
      throw new Error('not signed in');
    };
    await expect(settle(createColab(colab.window).kernel.connect({}))).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('notebook.connectToKernel() (not signed in)'),
    });
  });
});

describe('an answer', () => {
  it('is typed nowhere when no cell waits for one', async () => {
    const { kernel } = createColab(new FakeColab('1').window);
    await expect(settle(kernel.answerInput({ text: 'x' }))).rejects.toMatchObject({
      kind: 'conflict',
      message: 'No cell waits for input now; nothing was typed.',
    });
    await expect(settle(kernel.answerInput({ text: 'x', cellId: 'c0' }))).rejects.toMatchObject({
      message: 'The cell "c0" does not wait for input now; nothing was typed.',
    });
    await expect(settle(kernel.answerInput({ text: 'a\nb' }))).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
});
