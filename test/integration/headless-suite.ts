import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asJson, listOf, objectIn, printed, resultText } from '../support/agent.ts';
import type { HeadlessAgent } from '../support/headless-agent.ts';
import { startHeadless } from '../support/headless-agent.ts';
import type { RuntimeServer } from '../support/runtime-server.ts';
import { addressOf, endKernel, gone, kernelsOf, startKernel } from '../support/runtime-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

type Start = (given?: { port: number; token: string }) => Promise<RuntimeServer>;

/** What the bridge does without a browser, on any server that speaks Jupyter's protocol; `more` is for tests of one alone. */
export function describeRuntime(
  start: Start | null,
  name: string,
  more: (server: () => RuntimeServer) => void = () => {},
): void {
  describe.skipIf(start === null)(`without a browser, on ${name}`, () => {
    let server: RuntimeServer;
    let agent: HeadlessAgent;
    const others: HeadlessAgent[] = [];

    beforeAll(async () => {
      if (!start) return;
      server = await start();
      agent = await startHeadless(addressOf(server));
    });
    afterEach(async () => {
      for (const other of others.splice(0)) await other.close();
    });
    afterAll(async () => {
      await agent?.close();
      await server?.close();
    });

    async function another(more = '', ...flags: string[]): Promise<HeadlessAgent> {
      const other = await startHeadless(addressOf(server, more), ...flags);
      others.push(other);
      return other;
    }

    it('starts a kernel with the first call that needs one, and says so', async () => {
      expect(await kernelsOf(server)).toEqual([]);
      expect(await agent.use('get_status')).toMatchObject({
        connected: true,
        notebook: null,
        server: server.url,
        runtime: { state: 'disconnected', kernel: null },
      });
      expect(await kernelsOf(server)).toEqual([]);
      await agent.use('execute_code', { code: 'x = 41' });
      const [id] = await kernelsOf(server);
      const status = await agent.use('get_status');
      expect(objectIn(status, 'runtime')).toMatchObject({
        state: 'idle',
        language: 'python',
        kernel: { id, startedByUs: true },
      });
    });

    it('lists the tools that need no notebook', async () => {
      const names = (await agent.client.listTools()).tools.map((tool) => tool.name);
      expect(names).toEqual(
        expect.arrayContaining(['get_status', 'execute_code', 'get_runtime_info', 'get_run']),
      );
      expect(names).not.toContain('get_cells');
      expect(await agent.fail('get_cells')).toMatchObject({ kind: 'invalid_input' });
      const few = await another('', '--tools', 'runtime');
      const fewNames = (await few.client.listTools()).tools.map((tool) => tool.name);
      expect(fewNames).toEqual(expect.arrayContaining(['get_status', 'execute_code']));
      expect(fewNames).not.toContain('get_run');
    });

    it('runs code: text, errors on stderr, a result; what it sets stays', async () => {
      const code = 'import sys\nprint("out")\nprint("err", file=sys.stderr)\nx + 1';
      const run = await agent.use('execute_code', { code });
      expect(run).toMatchObject({ status: 'ok' });
      expect(run).toHaveProperty('startedBy', 'cellwire-tests');
      expect(run.executionCount).toEqual(expect.any(Number));
      expect(printed(run)).toBe('out\n');
      expect(printed(run, 'stderr')).toBe('err\n');
      expect(resultText(run)).toBe('42');
    });

    it('tells of a traceback', async () => {
      const run = await agent.use('execute_code', { code: 'def f():\n    1 / 0\nf()' });
      expect(run.status).toBe('error');
      expect(listOf(run.outputs)).toMatchObject([{ output_type: 'error', ename: 'ZeroDivisionError' }]);
    });

    it('gives pictures, and their originals', async () => {
      const code =
        'import base64\nfrom IPython.display import Image, display\nimport struct, zlib\n' +
        'def chunk(t, d): return struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))\n' +
        'png = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)) + ' +
        'chunk(b"IDAT", zlib.compress(b"\\0" * 14)) + chunk(b"IEND", b"")\n' +
        'display(Image(png))';
      const { images, links, data } = await agent.ask('execute_code', { code });
      expect(data.status).toBe('ok');
      expect(images).toMatchObject([{ mimeType: 'image/png' }]);
      const { contents } = await agent.client.readResource({ uri: String(links[0]) });
      expect(contents).toMatchObject([{ mimeType: 'image/png', blob: images[0]?.data }]);
    });

    it('keeps displays up to date, and clears when the code does', async () => {
      const code =
        'from IPython.display import display, clear_output\nprint("gone")\nclear_output(wait=True)\n' +
        'h = display("one", display_id=True)\nprint("kept")\nh.update("two")';
      const { outputs } = await agent.use('execute_code', { code });
      expect(listOf(outputs)).toMatchObject([
        { output_type: 'display_data', data: { 'text/plain': "'two'" } },
        { output_type: 'stream', text: 'kept\n' },
      ]);
    });

    it('asks quietly: no count, no history, nothing in the namespace', async () => {
      const count = await agent.use('execute_code', { code: 'sorted(globals())' });
      expect(await agent.use('get_runtime_info')).toEqual(expect.any(Object));
      const after = await agent.use('execute_code', { code: 'sorted(globals())' });
      expect(after.executionCount).toBe(Number(count.executionCount) + 1);
      const names = (run: Record<string, unknown>): string => resultText(run).replace(/'_+\w*',?\s*/g, '');
      expect(names(after)).toBe(names(count));
    });

    it('goes on with a long run, which is read with get_run, and tells its lines meanwhile', async () => {
      const code = 'import time\nfor i in range(4):\n    print("step", i, flush=True)\n    time.sleep(0.25)';
      const lines: string[] = [];
      const begun = await agent.client.callTool(
        { name: 'execute_code', arguments: { code, timeoutSeconds: 0.6 } },
        { onprogress: ({ message }) => lines.push(message ?? '') },
      );
      expect(begun.structuredContent).toMatchObject({ status: 'running' });
      expect(lines.some((line) => line.startsWith('step'))).toBe(true);
      const { runId, cursor } = asJson(begun.structuredContent);
      let run = await agent.use('get_run', { runId, cursor, waitSeconds: 5 });
      let text = printed(asJson(begun.structuredContent)) + printed(run);
      while (run.status === 'running') {
        run = await agent.use('get_run', { runId, cursor: run.cursor, waitSeconds: 5 });
        text += printed(run);
      }
      expect(run.status).toBe('ok');
      expect(text).toBe('step 0\nstep 1\nstep 2\nstep 3\n');
    });

    it('interrupts what runs, and cancels what waits', async () => {
      expect(await agent.use('interrupt_execution')).toMatchObject({ interrupted: false });
      const sleep = 'import time\nprint("asleep", flush=True)\ntime.sleep(60)';
      const { runId } = await agent.use('execute_code', { code: sleep, timeoutSeconds: 0.5 });
      const waiting = await agent.use('execute_code', { code: 'never = 1', wait: false });
      const told = await agent.use('interrupt_execution');
      expect(told).toEqual({ interrupted: true, cancelledRuns: [waiting.runId] });
      expect(await agent.use('get_run', { runId, waitSeconds: 5 })).toMatchObject({
        status: 'interrupted',
        reason: 'It was stopped by cellwire-tests.',
      });
      const { outputs } = await agent.use('execute_code', { code: '"never" in globals(), x' });
      expect(JSON.stringify(outputs)).toContain('(False, 41)');
    });

    it('gives each of two agents a kernel of its own, which ends with it', async () => {
      const before = await kernelsOf(server);
      const other = await another();
      const [mine, its] = await Promise.all([
        agent.use('execute_code', { code: 'x' }),
        other.use('execute_code', { code: 'x' }),
      ]);
      expect(resultText(mine)).toBe('41');
      expect(its.status).toBe('error');
      const added = (await kernelsOf(server)).filter((id) => !before.includes(id));
      expect(added).toHaveLength(1);
      await other.close();
      expect(await gone(server, added)).toBe(true);
      expect(await kernelsOf(server)).toEqual(before);
    });

    it('uses a kernel that runs already, and leaves it running', async () => {
      const id = await startKernel(server);
      const first = await another(`&kernel=${id}`);
      await first.use('execute_code', { code: 'shared = 7' });
      await first.close();
      const second = await another(`&kernel=${id}`);
      expect(resultText(await second.use('execute_code', { code: 'shared' }))).toBe('7');
      await second.close();
      expect(await kernelsOf(server)).toContain(id);
      await endKernel(server, id);
      const third = await another(`&kernel=${id}`);
      expect(await third.fail('execute_code', { code: '1' })).toMatchObject({ kind: 'not_connected' });
      expect(await gone(server, [id])).toBe(true);
    });

    it('ends the run of a kernel that is killed as lost, and the next call starts another and says what is gone', async () => {
      const { outputs } = await agent.use('execute_code', { code: 'import os\nos.getpid()' });
      const pid = Number(/\d+/.exec(JSON.stringify(listOf(outputs)[0]?.data))?.[0]);
      const run = agent.use('execute_code', {
        code: 'import time\nprint("here", flush=True)\ntime.sleep(60)',
      });
      await pause(500);
      process.kill(pid, 'SIGKILL');
      const lost = await run;
      expect(lost).toMatchObject({ status: 'lost', reason: expect.stringMatching(/died|restarted/) });
      expect(printed(lost)).toBe('here\n');
      const next = await agent.use('execute_code', { code: '"x" in globals()' });
      expect(resultText(next)).toBe('False');
      expect(String(next.notices)).toMatch(/kernel (died|was restarted).*are gone/);
      expect(await agent.use('get_status')).not.toHaveProperty('notices');
      expect(await kernelsOf(server)).toHaveLength(1);
    });

    it('goes on where it was when the connection is cut: nothing is lost of the run', async () => {
      const proxy = await startTcpProxy(Number(new URL(server.url).port));
      const cutOff = await startHeadless(proxy.through(addressOf(server)));
      others.push(cutOff);
      await cutOff.use('execute_code', { code: 'kept = 5' });
      const code = 'import time\nfor i in range(5):\n    print(i, flush=True)\n    time.sleep(0.2)';
      const run = cutOff.use('execute_code', { code });
      await pause(500);
      expect(proxy.cut()).toBeGreaterThan(0);
      const { status, outputs } = await run;
      expect({ status, text: printed({ outputs }) }).toEqual({ status: 'ok', text: '0\n1\n2\n3\n4\n' });
      proxy.cut();
      await pause(50);
      const after = await cutOff.use('execute_code', { code: 'kept' });
      expect(resultText(after)).toBe('5');
      expect(after).not.toHaveProperty('notices');
      await cutOff.close();
      await proxy.close();
    });

    it('starts anew when somebody else has shut its kernel down, and says what is gone', async () => {
      const other = await another();
      await other.use('execute_code', { code: 'y = 1' });
      const { kernel } = objectIn(await other.use('get_status'), 'runtime');
      await endKernel(server, String(asJson(kernel).id));
      const next = await other.use('execute_code', { code: '"y" in globals()' });
      expect(next.status).toBe('ok');
      expect(resultText(next)).toBe('False');
      expect(String(next.notices)).toMatch(/shut it down.*are gone/);
    });

    it('starts anew on a server that was restarted, and says what is gone', async () => {
      await agent.use('execute_code', { code: 'x = 1' });
      const { url, token } = server;
      await server.close();
      if (start) server = await start({ port: Number(new URL(url).port), token });
      const next = await agent.use('execute_code', { code: '"x" in globals()' });
      expect(resultText(next)).toBe('False');
      expect(String(next.notices)).toMatch(/the server was restarted.*are gone/);
    });

    more(() => server);

    it('says when the token is wrong, and never says the token', async () => {
      const stranger = await startHeadless(`${server.url}?token=wrong-secret-token`);
      others.push(stranger);
      const failure = await stranger.fail('execute_code', { code: '1' });
      expect(failure).toMatchObject({ kind: 'not_connected', message: expect.stringContaining('refuses') });
      const status = await stranger.use('get_status');
      expect(status).toMatchObject({ connected: false, runtime: { state: 'disconnected' } });
      const everything = JSON.stringify([failure, status]) + stranger.log() + agent.log();
      expect(everything).not.toContain('wrong-secret-token');
      expect(everything).not.toContain(server.token);
    });
  });
}
