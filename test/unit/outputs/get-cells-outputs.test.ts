import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { getCells } from '../../../src/tools/notebook/get-cells.ts';
import { MAX_FRAME_BYTES, utf8Length } from '../../../src/wire/limits.ts';
import { listOf } from '../../support/agent.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';
import { DOT_PNG, png } from './pictures.ts';

const cell = (id: string, outputs: Output[], source = ''): MemoryCell => ({
  id,
  kind: 'code',
  source,
  outputs,
});
const stream = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });
const picture = (base64: string): Output => ({ output_type: 'display_data', data: { 'image/png': base64 } });

function read(cells: MemoryCell[], args: Record<string, unknown> = {}) {
  return callTool(getCells, memoryNotebook(cells), {
    args: { includeOutputs: true, ...args },
    scalePicture: async (_picture, { base64Chars }) => ({
      mimeType: 'image/jpeg',
      base64: 'A'.repeat(base64Chars - (base64Chars % 4)),
      width: 800,
      height: 600,
    }),
  });
}

describe('the outputs that get_cells returns', () => {
  it('are bounded for each cell, as far as the agent wants', async () => {
    const cells = [cell('a', [stream('x'.repeat(50_000))]), cell('b', [stream('y'.repeat(50_000))])];
    const missing = async (args?: Record<string, unknown>) =>
      listOf((await read(cells, args)).data.cells).map(({ outputs }) => listOf(outputs)[0]?.omitted);
    expect(await missing()).toEqual(Array(2).fill({ chars: 42_000, totalChars: 50_000 }));
    expect(await missing({ maxOutputChars: 100 })).toEqual(
      Array(2).fill({ chars: 49_900, totalChars: 50_000 }),
    );
    expect(await missing({ maxOutputChars: 60_000 })).toEqual([undefined, undefined]);
    await expect(read(cells, { maxOutputChars: 99 })).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  it('count pictures over all cells', async () => {
    const cells = Array.from({ length: 3 }, (_, at) => cell(`c${at}`, [picture(DOT_PNG), picture(DOT_PNG)]));
    const { data, images } = await read(cells);
    expect(images).toHaveLength(4);
    const json = JSON.stringify(data);
    for (const number of [1, 2, 3, 4]) expect(json).toContain(`[picture ${number},`);
    expect(json).toContain('left out: a result holds 4');
  });

  it('fit a frame with the heaviest of everything', async () => {
    const heavy = cell(
      'a',
      [stream('\u0001字'.repeat(200_000)), ...Array(5).fill(picture(png(4000, 3000)))],
      'x'.repeat(200_000),
    );
    const { data, images = [] } = await read([heavy], { maxOutputChars: 200_000 });
    const frame = { content: [{ text: JSON.stringify(data) }, ...images], structuredContent: data };
    expect(utf8Length(JSON.stringify(frame))).toBeLessThan(MAX_FRAME_BYTES);
    expect(images).toHaveLength(4);
  });
});
