import { once } from 'node:events';
import { chmod, readFile, watch, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FakeTabOptions } from '../support/fake-tab.ts';
import type { Agent, AgentOptions } from '../support/mcp-stdio-client.ts';
import { failureIn, linkTo, startAgent } from '../support/mcp-stdio-client.ts';
import { onPosix } from '../support/on-posix.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NAME = 'open_colab_browser_connection';

let folder: TemporaryFolder;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  cleanUp = [];
  folder = await temporaryFolder('connection');
});

afterEach(async () => {
  for (const undo of cleanUp) await undo();
  await folder.remove();
});

async function start(options: AgentOptions = {}): Promise<Agent> {
  const agent = await startAgent(options);
  cleanUp.push(agent.close);
  return agent;
}

/** Calls the tool; `step(n)` resolves with the message of that step. */
function connect(agent: Agent, args: Record<string, unknown> = {}, signal?: AbortSignal) {
  const messages = new Map<number, string>();
  let look = (): void => {};
  const result = agent.client.callTool(
    { name: NAME, arguments: args },
    {
      onprogress: ({ progress, total, message }) => {
        expect(total).toBe(3);
        messages.set(progress, message ?? '');
        look();
      },
      ...(signal && { signal }),
    },
  );
  // A test may end before the call does.
  result.catch(() => {});
  const step = (wanted: number): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        const message = messages.get(wanted);
        if (message !== undefined) resolve(message);
      };
      look();
    });
  return { result, step, messages };
}

/** As a browser asks that was started with the address. */
async function visit(address: string, news: Record<string, string> = {}) {
  const headers = { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const asked = get(address, { headers: { ...headers, ...news } });
  const [response]: IncomingMessage[] = await once(asked, 'response');
  response?.resume();
  return { status: response?.statusCode, location: response?.headers.location };
}

describe(NAME, () => {
  it('shows the link at once with --no-browser, and answers when the tab has come', async () => {
    const agent = await start();
    const { result, step } = connect(agent);
    const [link = ''] = linkTo(agent.port).exec(await step(1)) ?? [];
    expect(link).not.toBe('');
    expect(await step(2)).toContain(link);
    await agent.said(/Open this link to connect a notebook: https:\S+mcpProxyToken=/);
    await agent.open();
    const { content, structuredContent } = await result;
    expect(structuredContent).toMatchObject({ result: true, connected: true });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    const steps = agent.messages.flatMap((message) =>
      'method' in message && message.method === 'notifications/progress' ? [message.params?.progress] : [],
    );
    expect(steps).toEqual([1, 2, 3]);
  });

  it('answers at once when a tab is connected', async () => {
    const agent = await start();
    const first = connect(agent);
    await agent.open();
    await first.result;
    const { result, messages } = connect(agent);
    expect((await result).structuredContent).toMatchObject({ result: true, connected: true });
    expect(messages.size).toBe(0);
  });

  it('is one wait for all who want the same notebook', async () => {
    const agent = await start();
    const calls = [connect(agent), connect(agent)];
    const shown = await Promise.all(calls.map(({ step }) => step(2)));
    const [link, sameLink] = shown.map((message) => linkTo(agent.port).exec(message)?.[0]);
    expect(link).toBeDefined();
    expect(sameLink).toBe(link);
    await agent.open();
    for (const { result } of calls) expect((await result).structuredContent).toMatchObject({ result: true });
    await agent.said(/A tab is connected/);
    expect(agent.stderr().match(/Open this link/g)).toHaveLength(1);
  });

  it('waits for the notebook that was named, and for no other', async () => {
    const agent = await start({ timings: { statusMs: 50 } });
    const url = 'https://colab.research.google.com/drive/1abc';
    const named = connect(agent, { url });
    await named.step(2);
    const other = await agent.openReady({
      hello: { notebookId: 'other1', notebookUrl: 'https://colab.research.google.com/drive/other' },
    });
    await agent.openReady({ hello: { notebookId: 'named1', notebookUrl: url } });
    expect((await named.result).structuredContent).toMatchObject({ result: true, connected: true });
    await agent.call('get_cells');
    expect(other.count('tools/call')).toBe(0);
  });

  it('stops waiting when it is cancelled, and can be called again', async () => {
    const agent = await start();
    const controller = new AbortController();
    const { result, step } = connect(agent, {}, controller.signal);
    await step(2);
    controller.abort('never mind');
    await expect(result).rejects.toThrow('never mind');
    const again = connect(agent);
    await again.step(2);
    await agent.open();
    expect((await again.result).structuredContent).toMatchObject({ result: true });
  });

  describe('with a url, while a notebook is connected', () => {
    const colab = 'https://colab.research.google.com';
    const status = (url: string) => ({
      tools: ['get_status'],
      hello: { notebookUrl: url },
      onCall: async () => ({ content: [], structuredContent: { notebook: { name: 'Mine.ipynb', url } } }),
    });

    async function messageFor(url: string, options: Partial<FakeTabOptions>): Promise<string> {
      const agent = await start({ timings: { statusMs: 50 } });
      const first = connect(agent);
      await agent.open(options);
      await first.result;
      const { structuredContent } = await agent.call(NAME, { url });
      return z.looseObject({ message: z.string() }).parse(structuredContent).message;
    }

    it.each([
      ['another one is', status(`${colab}/drive/1`)],
      ['the tab does not tell which', { tools: ['get_cells'], hello: {} }],
    ])('is opened beside it when %s', async (_what, options) => {
      const agent = await start({ timings: { statusMs: 50 } });
      const first = await agent.openReady(options);
      const { result, step } = connect(agent, { url: `${colab}/drive/2` });
      expect(await step(2)).toMatch(linkTo(agent.port, 'drive/2'));
      const second = await agent.open({ ...status(`${colab}/drive/2`), notebookId: 'second' });
      expect((await result).structuredContent).toMatchObject({
        connected: true,
        notebook: { id: 'second', url: `${colab}/drive/2` },
      });
      await agent.call('get_status');
      expect([first.count('tools/call'), second.count('tools/call')]).toEqual([0, 2]);
    });

    it('does not wait for ever for a tab that is slow to tell', async () => {
      const silent = { ...status(`${colab}/drive/2`), onCall: () => new Promise(() => {}) };
      expect(await messageFor(`${colab}/drive/2`, silent)).toBe('A notebook is connected.');
    });

    it.each([
      ['drive/1?authuser=1#scrollTo=x', 'drive/1'],
      ['#fileId=https%3A//example.org/a.ipynb', '#fileId=https%3A//example.org/a.ipynb'],
    ])('is content when it is that one: %s', async (named, connected) => {
      const message = await messageFor(`${colab}/${named}`, status(`${colab}/${connected}`));
      expect(message).toBe(`The notebook is connected: "Mine.ipynb", ${colab}/${connected}.`);
    });
  });

  it.each([
    ['drive/1abc?authuser=1#scrollTo=x', 'drive/1abc?authuser=1#scrollTo=x&'],
    ['#fileId=https%3A//example.org/a%20b.ipynb', '#fileId=https%3A//example.org/a%20b.ipynb&'],
    ['drive/1#mcpProxyToken=old&scrollTo=x&mcpProxyPort=1', 'drive/1#scrollTo=x&'],
    ['drive/1#', 'drive/1#'],
  ])('opens the notebook asked for, keeping its query and fragment: %s', async (page, kept) => {
    const agent = await start();
    const { step } = connect(agent, { url: `https://colab.research.google.com/${page}` });
    const ours = `mcpProxyPort=${agent.port}&cellwireAgent=cellwire-tests`;
    const [, link = ''] = /(https:\S+)$/.exec(await step(1)) ?? [];
    expect(link.replace(/mcpProxyToken=[\w.-]{60}&/, '')).toBe(
      `https://colab.research.google.com/${kept}${ours}`,
    );
  });

  it('opens the notebook of --colab-url by itself', async () => {
    const agent = await start({ flags: ['--colab-url', 'https://colab.research.google.com/drive/9?x=1'] });
    const { step } = connect(agent);
    expect(await step(1)).toMatch(linkTo(agent.port, 'drive/9?x=1'));
    expect(failureIn(await agent.call('get_cells')).next).toMatch(linkTo(agent.port, 'drive/9?x=1'));
  });

  it.each([
    'http://colab.research.google.com/drive/1',
    'https://colab.research.google.com.evil.example/drive/1',
    'https://colab.research.google.com:8443/',
    'https://evil.example/',
    'javascript:alert(1)',
    'nonsense',
  ])('gives the token to nobody else: %s', async (url) => {
    const agent = await start();
    expect(failureIn(await agent.call(NAME, { url }))).toEqual({
      kind: 'invalid_input',
      message:
        'The url must be an https address of a notebook on colab.research.google.com; nothing was opened.',
      next: 'Give the address of the notebook as the browser shows it, or leave it out for a scratch notebook.',
    });
    expect(agent.stderr()).not.toContain('Open this link');
  });

  it.each([
    [{ address: 'https://colab.research.google.com/drive/1' }, 'Unrecognized key: "address"'],
    [{ url: 42 }, 'url: Invalid input: expected string, received number'],
    [{ url: null }, 'url: Invalid input: expected string, received null'],
  ])('refuses arguments that it does not take: %j', async (args, fault) => {
    const agent = await start();
    expect(failureIn(await agent.call(NAME, args))).toEqual({
      kind: 'invalid_input',
      message: `Invalid arguments for ${NAME}: ${fault}.`,
      next: `Nothing was done. ${NAME} takes: url.`,
    });
    expect(agent.stderr()).not.toContain('Open this link');
  });

  it('says what it takes', async () => {
    const agent = await start();
    const { tools } = await agent.client.listTools();
    expect(tools.find(({ name }) => name === NAME)).toEqual({
      name: NAME,
      title: 'Connect to a Colab notebook',
      description: expect.stringContaining('call it when a tool says not_connected'),
      inputSchema: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            description: 'Address of the notebook; default: the one connected last, or a scratch notebook.',
          },
        },
      },
      outputSchema: expect.objectContaining({ type: 'object' }),
      annotations: {
        title: 'Connect to a Colab notebook',
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    });
  });
});

onPosix.describe('the browser', () => {
  /** An executable that writes its arguments down. */
  async function fakeBrowser(then = ''): Promise<{ command: string; opened: () => Promise<string[]> }> {
    const script = join(folder.path, 'my browser.sh');
    const seen = join(folder.path, 'seen');
    await writeFile(
      script,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n${then}\n`,
    );
    await chmod(script, 0o755);
    return {
      command: `"${script}" --profile='My Profile' two\\ words`,
      opened: async () => {
        for await (const { filename } of watch(folder.path)) if (filename === 'seen') break;
        return (await readFile(seen, 'utf8')).trim().split('\n');
      },
    };
  }

  /** Like startAgent, without --no-browser. */
  const withBrowser = (command: string): Promise<Agent> =>
    start({ flags: ['--browser', command], browser: true });

  it('is the command of --browser, with an address as its last word that leads to the link, once', async () => {
    const { command, opened } = await fakeBrowser();
    const agent = await withBrowser(command);
    const arguments_ = opened();
    const { result, step } = connect(agent);
    const words = await arguments_;
    const opening = words.pop() ?? '';
    expect(words).toEqual(['--profile=My Profile', 'two words']);
    // Whoever can read what the browser was started with learns nothing that lets a tab in.
    expect(opening).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${agent.port}/open/[\\w-]{22}$`));
    for (const [name, value] of Object.entries({ Site: 'cross-site', Mode: 'cors', Dest: 'iframe' })) {
      expect(await visit(opening, { [`Sec-Fetch-${name}`]: value })).toMatchObject({ status: 403 });
    }
    expect(await visit(opening, { Host: `evil.example:${agent.port}` })).toMatchObject({ status: 403 });
    expect(await visit(opening)).toEqual({
      status: 302,
      location: expect.stringMatching(linkTo(agent.port)),
    });
    expect(await visit(opening)).toEqual({ status: 410, location: undefined });
    expect(await step(2)).toContain('If no tab opened');
    await agent.open();
    expect((await result).structuredContent).toMatchObject({ result: true });
    expect(agent.stderr()).not.toContain('mcpProxyToken');
  });

  it('may stay in the foreground', async () => {
    const { command } = await fakeBrowser('exec sleep 5');
    const agent = await withBrowser(command);
    const { result } = connect(agent);
    await agent.open();
    expect((await result).structuredContent).toMatchObject({ result: true });
  });

  it.each([
    ['does not exist', async () => join(folder.path, 'no-such-browser')],
    ['fails', async () => (await fakeBrowser('exit 3')).command],
  ])('that %s leaves the link to the user', async (_how, command) => {
    const agent = await withBrowser(await command());
    const { result, step } = connect(agent);
    const message = await step(2);
    expect(message).toContain(
      'No browser was opened. Waiting for the user to open this link in Chrome: https:',
    );
    expect(message).toMatch(linkTo(agent.port));
    await agent.said(/Open this link to connect a notebook: https:/);
    await agent.open();
    expect((await result).structuredContent).toMatchObject({ result: true });
  });
});
