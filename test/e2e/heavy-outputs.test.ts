import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { peakOfRenderers, resetPeaks, tellsMemory } from '../support/memory.ts';
import { gifBomb, pngBomb, svgBomb } from '../support/picture-bombs.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

const SIDE = 20_000;
/** What a call may need beyond what the tab has, in megabytes. Each of these pictures unfolds to a gigabyte and more. */
const CEILING = 500;

/** As a bundle of which the page itself draws the HTML: Colab draws outputs in a process of their own. */
const show = (type: string, python: string): string =>
  [
    'import base64',
    'from IPython.display import display',
    `display({"text/html": "<b>here</b>", "text/plain": "a picture", "${type}": ${python}}, raw=True)`,
  ].join('\n');

/** Says 10 by 10 to who takes a restart mark for a segment, and SIDE by SIDE to a browser. */
const JPEG_OF_TWO_SIZES = [
  `side = ${SIDE}`,
  'size = lambda n: n.to_bytes(2, "big")',
  'segment = lambda mark, data: bytes([255, mark]) + size(len(data) + 2) + data',
  'frame = lambda n: segment(0xC0, bytes([8]) + size(n) + size(n) + bytes([1, 1, 0x11, 0]))',
  'table = lambda kind: segment(0xC4, bytes([kind, 1] + [0] * 15 + [0]))',
  'head = segment(0xDB, bytes([0] + [1] * 64)) + frame(side) + table(0) + table(0x10)',
  'other = frame(10)',
  'hide = bytes([255, 0xD0]) + size(len(head) + 6)',
  'scan = segment(0xDA, bytes([1, 1, 0, 0, 63, 0])) + bytes(side * side // 64 // 4) + bytes([255, 0xD9])',
  'jpeg = bytes([255, 0xD8]) + hide + head + segment(0xFE, other) + scan',
].join('\n');

describe.runIf(tellsMemory)('an output that is heavier than it looks does not take the tab along', () => {
  let stack: Stack;
  let agent: Agent;

  beforeAll(async () => {
    stack = await startStack();
    agent = createAgent(callerOf(stack.client));
    await agent.use('execute_cell', { cellId: await agent.addCode('1') });
  });
  afterAll(() => stack?.close());

  /** Runs the code and reads its outputs, twice; gives what that took, and what the agent was told. */
  async function look(code: string): Promise<{ megabytes: number; text: string; images: number }> {
    const cellId = await agent.addCode(code);
    resetPeaks();
    const before = peakOfRenderers();
    const { text, images } = await agent.ask('execute_cell', { cellId });
    await agent.use('get_cells', { includeOutputs: true });
    const megabytes = peakOfRenderers() - before;
    await agent.use('delete_cell', { cellId });
    return { megabytes, text, images: images.length };
  }

  it('of the kinds that are drawn, while they are of a reasonable size', async () => {
    const { megabytes, images } = await look(show('image/png', `"${pngBomb(4_000)}"`));
    expect(images).toBe(1);
    expect(megabytes).toBeLessThan(CEILING);
  });

  it.each([
    ['a PNG with too many pixels', 'image/png', `"${pngBomb(SIDE)}"`],
    ['a PNG with too many pixels, and bytes behind its end', 'image/png', `"${pngBomb(SIDE, 60)}"`],
    ['a GIF whose first frame is larger than it says', 'image/gif', `"${gifBomb(SIDE)}"`],
    ['an SVG that draws a million circles', 'image/svg+xml', `'''${svgBomb(6)}'''`],
  ])('%s', async (_name, type, python) => {
    const { megabytes, images } = await look(show(type, python));
    expect(images).toBe(0);
    expect(megabytes).toBeLessThan(CEILING);
  });

  it('a JPEG of two sizes', async () => {
    const code = `${JPEG_OF_TWO_SIZES}\n${show('image/jpeg', 'base64.b64encode(jpeg).decode()')}`;
    const { megabytes, images } = await look(code);
    expect(images).toBe(0);
    expect(megabytes).toBeLessThan(CEILING);
  });

  it('an SVG is told as its source, with its size', async () => {
    const { text } = await look(show('image/svg+xml', `'''${svgBomb(1)}'''`));
    expect(text).toMatch(/characters of SVG, drawn in the notebook/);
    expect(text).toContain('<circle id=');
  });

  it('left no error in the browser', () => {
    expect(stack.problems.found).toEqual([]);
  });
});
