import { expect, test } from 'vitest';
import { JupyterKernel } from '../../playground/kernel/jupyter-kernel.ts';
import type { FromKernel } from '../../playground/kernel/kernel-messages.ts';

/** A socket without a network: what is sent is kept, and the test speaks for the server. */
class FakeSocket extends EventTarget {
  readonly sent: unknown[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  say(message: FromKernel): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  lose(): void {
    this.dispatchEvent(new Event('close'));
  }
}

function kernelWithSockets() {
  const sockets: FakeSocket[] = [];
  const kernel = new JupyterKernel(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  });
  const states: string[] = [];
  kernel.onStateChange((state) => states.push(state));
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('No socket was opened.');
    return socket;
  };
  return { kernel, sockets, states, last };
}

const DONE = { executionCount: 1, payload: [], kernelMs: 1, startedAt: 1, endedAt: 2 };

test('runs code over one socket', async () => {
  const { kernel, states, last } = kernelWithSockets();
  const outputs: unknown[] = [];
  const reply = kernel.execute('1', { onOutput: (output) => outputs.push(output) });
  last().say({ type: 'ready' });
  await kernel.start();
  expect(last().sent).toEqual([{ type: 'execute', id: 1, code: '1', silent: false }]);
  expect(kernel.interrupt()).toBe(true);
  last().say({ type: 'output', id: 1, output: { type: 'clear_output', wait: false } });
  last().say({ type: 'done', id: 1, reply: { status: 'ok', ...DONE } });
  expect(await reply).toMatchObject({ status: 'ok', executionCount: 1 });
  expect(outputs).toEqual([{ type: 'clear_output', wait: false }]);
  expect(states).toEqual(['starting', 'idle', 'busy', 'idle']);
});

test('a restart aborts what runs, and late news of it is ignored', async () => {
  const { kernel, sockets, last } = kernelWithSockets();
  const lost = kernel.execute('while True: pass');
  last().say({ type: 'ready' });
  await kernel.start();
  const restarted = kernel.restart();
  expect((await lost).status).toBe('aborted');
  expect(last().sent.at(-1)).toEqual({ type: 'restart' });
  last().say({ type: 'done', id: 1, reply: { status: 'ok', ...DONE } });
  expect(kernel.state).toBe('starting');
  last().say({ type: 'ready' });
  await restarted;
  expect(kernel.state).toBe('idle');
  expect(sockets).toHaveLength(1);
});

test('a restart during the start begins anew', async () => {
  const { kernel, sockets, last } = kernelWithSockets();
  void kernel.start();
  const restarted = kernel.restart();
  expect(sockets.map(({ closed }) => closed)).toEqual([true, false]);
  sockets[0]?.say({ type: 'ready' });
  expect(kernel.state).toBe('starting');
  last().say({ type: 'ready' });
  await restarted;
});

test('a start that fails says why, and a lost kernel can be started again', async () => {
  const { kernel, sockets, last } = kernelWithSockets();
  const failing = kernel.start();
  last().say({ type: 'boot-failed', reason: 'no ipykernel' });
  await expect(failing).rejects.toThrow('The Python kernel did not start: no ipykernel');
  const running = kernel.execute('1');
  last().say({ type: 'ready' });
  await kernel.start();
  last().lose();
  expect((await running).status).toBe('aborted');
  expect(kernel.state).toBe('off');
  void kernel.start();
  expect(sockets).toHaveLength(3);
});
