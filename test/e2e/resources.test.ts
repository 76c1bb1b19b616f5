import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, Json } from '../support/agent.ts';
import { asJson, createAgent, listOf } from '../support/agent.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';

/** Draws a PNG of this size with the standard library alone. */
const DRAW = (width: number, height: number): string =>
  [
    'import zlib, struct, random',
    'from IPython.display import Image, display',
    `w, h = ${width}, ${height}`,
    'random.seed(1)',
    'row = b"".join(bytes((x * 255 // w, 120, random.randrange(256))) for x in range(w))',
    'raw = b"".join(b"\\0" + row[y % 7 * 3:] + row[:y % 7 * 3] for y in range(h))',
    'part = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))',
    'png = b"\\x89PNG\\r\\n\\x1a\\n" + part(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)) + part(b"IDAT", zlib.compress(raw, 1)) + part(b"IEND", b"")',
    'display(Image(data=png))',
  ].join('\n');

describe('resources and pictures', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;
  /** The address of the notebook. */
  let base: string;

  beforeAll(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
    page = await opened().newPage();
    await page.goto(SCRATCH + server.fragment);
    const { notebook } = await agent.use('get_status');
    base = `cellwire://${asJson(notebook).id}`;
  });
  afterAll(async () => {
    await page?.close();
    await server?.close();
  });

  async function read(uri: string): Promise<Json> {
    const { contents } = await server.request('resources/read', { uri });
    return listOf(contents)[0] ?? {};
  }

  it('gives the notebook as an ipynb, and each cell', async () => {
    const cellId = await agent.addCode('print("in the notebook")');
    await agent.use('execute_cell', { cellId });
    const { resources } = await server.request('resources/list');
    expect(listOf(resources)).toMatchObject([{ uri: base }]);
    const notebook = asJson(JSON.parse(String((await read(base)).text)));
    expect(notebook).toMatchObject({ nbformat: 4 });
    expect(listOf(notebook.cells).at(-1)).toMatchObject({
      id: cellId,
      cell_type: 'code',
      outputs: [{ text: ['in the notebook\n'] }],
    });
    const cell = asJson(JSON.parse(String((await read(`${base}/cells/${cellId}`)).text)));
    expect(cell).toMatchObject({ id: cellId, source: ['print("in the notebook")'] });
  });

  it('says what is wrong with an address that leads nowhere', async () => {
    await expect(read(`${base}/cells/nope`)).rejects.toThrow('There is no cell "nope"');
    for (const nonsense of ['cellwire://', `${base}/nonsense`, `${base}/cells/%`, `${base}/cells/%E0%A4`]) {
      await expect(read(nonsense)).rejects.toThrow(`Resource not found: ${nonsense}`);
    }
    await expect(read(`${base}/runs/run-99/outputs/0`)).rejects.toThrow('There is no run "run-99"');
  });

  it('tells subscribers when the user or an agent changes something', async () => {
    const uri = base;
    await server.request('resources/subscribe', { uri });
    const updates = (): number =>
      server.received.filter(({ method }) => method === 'notifications/resources/updated').length;
    await agent.addCode('changed = 1');
    await expect.poll(updates).toBe(1);
    await page.locator('#toolbar-add-text').click();
    await expect.poll(updates).toBe(2);
    await server.request('resources/unsubscribe', { uri });
    await agent.addCode('nobody listens');
    await agent.use('execute_cell', {
      cellId: await agent.addCode('import asyncio\nawait asyncio.sleep(0.5)'),
    });
    expect(updates()).toBe(2);
  });

  it('reads any page of a long text', async () => {
    const cellId = await agent.addCode('for i in range(60_000): print(f"{i:09d}")');
    const run = await agent.use('execute_cell', { cellId });
    const [output] = listOf(run.outputs);
    expect(output).toMatchObject({
      resource: `${base}/runs/${run.runId}/outputs/0`,
      omitted: { totalChars: 600_000 },
    });
    const second = String((await read(`${output?.resource}?page=2`)).text);
    expect(second.slice(0, 10)).toBe('000030000\n');
    expect(second).toContain('[page 2 of 0 to 3');
  });

  it('brings a plot of 4,000 × 3,000 as one small picture and a link to the original', async () => {
    const cellId = await agent.addCode(DRAW(4_000, 3_000));
    const answer = await agent.ask('execute_cell', { cellId });
    expect(answer.images).toHaveLength(1);
    const [image] = answer.images;
    expect(Buffer.from(image?.data ?? '', 'base64').length).toBeLessThan(200_000);
    expect(answer.text).toContain('4000×3000 scaled to');
    expect(answer.text).not.toMatch(/[A-Za-z0-9+/]{200}/);
    const [link] = answer.links;
    // The original is a few megabytes: more than one frame can carry.
    await expect(read(String(link))).rejects.toThrow('Read it in');
    const original = await read(`${link}?page=0`);
    expect(original).toMatchObject({ mimeType: 'image/png' });
    const header = Buffer.from(String(original.blob).slice(0, 64), 'base64');
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([4_000, 3_000]);
    expect(server.closeCodes).toEqual([]);
  });
});
