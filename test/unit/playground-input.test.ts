import { expect, test } from 'vitest';
import { InputBox } from '../../playground/kernel/input-box.ts';
import { JupyterKernel } from '../../playground/kernel/jupyter-kernel.ts';
import type { InputRequest } from '../../playground/kernel/kernel.ts';

test('a line comes through shared memory once, whatever is in it', () => {
  const page = new InputBox();
  const worker = new InputBox(page.buffer);
  expect(worker.take(1)).toBeUndefined();
  page.put('Grüße, 世界');
  expect(worker.take(1)).toBe('Grüße, 世界');
  expect(worker.take(1)).toBeUndefined();
  page.put('');
  expect(worker.take(1)).toBe('');
  page.put('late');
  worker.empty();
  expect(worker.take(1)).toBeUndefined();
});

test('a question of the code is answered once, and not after its end', async () => {
  const sent: unknown[] = [];
  const socket = Object.assign(new EventTarget(), {
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => {},
  });
  const say = (message: object) =>
    socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  const kernel = new JupyterKernel(() => socket);
  const asked: InputRequest[] = [];
  const reply = kernel.execute('input("x")', { onInput: (request) => asked.push(request) });
  say({ type: 'ready' });
  await kernel.start();
  say({ type: 'input', id: 1, prompt: 'x', isPassword: true });
  expect(asked).toMatchObject([{ prompt: 'x', isPassword: true }]);
  asked[0]?.answer('1');
  expect(sent.at(-1)).toEqual({ type: 'answer', id: 1, text: '1' });
  const done = { status: 'ok', executionCount: 1, kernelMs: 1, startedAt: 1, endedAt: 2 };
  say({ type: 'done', id: 1, reply: done });
  await reply;
  asked[0]?.answer('2');
  expect(sent.at(-1)).toEqual({ type: 'answer', id: 1, text: '1' });
});

test('a kernel that ends by itself tells so; one that is shut down, or never was ready, does not', async () => {
  const sockets: EventTarget[] = [];
  const kernel = new JupyterKernel(() => {
    const socket = Object.assign(new EventTarget(), { send: () => {}, close: () => {} });
    sockets.push(socket);
    return socket;
  });
  let crashes = 0;
  kernel.onCrash(() => crashes++);
  const first = kernel.start();
  sockets[0]?.dispatchEvent(new Event('close'));
  await expect(first).rejects.toThrow('did not start');
  expect(crashes).toBe(0);
  const second = kernel.start();
  sockets[1]?.dispatchEvent(new MessageEvent('message', { data: '{"type":"ready"}' }));
  await second;
  sockets[1]?.dispatchEvent(new Event('close'));
  expect(crashes).toBe(1);
  kernel.shutdown();
  expect(crashes).toBe(1);
});
