import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import type { NotebookKernel } from '../../../src/notebook/kernel.ts';
import { viewOutput } from '../../../src/tools/run/view-output.ts';
import { memoryNotebook, noKernel } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';
import charts from '../outputs/charts/charts.json';
import { DOT_PNG, png } from '../outputs/pictures.ts';

afterEach(() => {
  vi.useRealTimers();
});

const shown = (data: Record<string, unknown>): Output => ({ output_type: 'display_data', data });
const PRINTED: Output = { output_type: 'stream', name: 'stdout', text: 'hello' };
const WIDGET = shown({
  'text/plain': 'IntSlider(value=3)',
  'application/vnd.jupyter.widget-view+json': { model_id: 'm1' },
});

/** A kernel whose Python gives this answer; what it was asked is kept. */
function answering(answer: unknown): NotebookKernel & { asked: string[] } {
  const asked: string[] = [];
  return {
    ...noKernel,
    asked,
    async execute({ code }, onUpdate) {
      asked.push(code);
      const mark = `\u0001${/cellwire:[0-9a-f-]{36}/.exec(code)?.[0]}\u0001`;
      const text = `${mark}${JSON.stringify({ result: answer })}\n`;
      onUpdate?.({
        patches: [{ op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text } }],
      });
      return { status: 'ok', executionCount: null, durationMs: 1 };
    },
  };
}

const view = (outputs: Output[], kernel: NotebookKernel = noKernel, args: Record<string, unknown> = {}) =>
  callTool(viewOutput, memoryNotebook([{ id: 'a', kind: 'code', source: '', outputs }]), {
    args: { cellId: 'a', ...args },
    kernel,
  });

describe('view_output', () => {
  it('gives the last picture of a cell, or the one that is asked for, without the kernel', async () => {
    const outputs = [shown({ 'image/png': png(7, 7) }), PRINTED, shown({ 'image/png': DOT_PNG }), PRINTED];
    expect(await view(outputs)).toEqual({
      data: { outputIndex: 2 },
      images: [{ mimeType: 'image/png', base64: DOT_PNG }],
    });
    expect(await view(outputs, noKernel, { outputIndex: 0 })).toMatchObject({
      data: { outputIndex: 0 },
      images: [{ base64: png(7, 7) }],
    });
  });

  it('has the kernel draw a chart, and tells it in words as well', async () => {
    const kernel = answering({ png: DOT_PNG });
    expect(await view([shown(charts['altair-html'])], kernel)).toEqual({
      data: { outputIndex: 0, summary: expect.stringMatching(/^Vega-Lite chart “Cars”: point/) },
      images: [{ mimeType: 'image/png', base64: DOT_PNG }],
    });
    expect(kernel.asked).toHaveLength(1);
  });

  it.each<[string, unknown, string, string]>([
    ['is missing', { missing: ['kaleido'] }, 'The runtime has no kaleido.', '%pip install -q kaleido'],
    ['fails', { reason: 'ChromeNotFoundError: none' }, 'ChromeNotFoundError', 'kaleido'],
    ['gives no picture', { png: 'AAAA' }, 'cannot be read', 'smaller'],
    ['says nothing', null, 'gave no picture', 'kaleido'],
  ])(
    'tells the chart in words and what to do where what draws it %s',
    async (_name, answer, message, next) => {
      const failing = view([shown(charts['plotly-html'])], answering(answer));
      await expect(failing).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringContaining(message),
        next: expect.stringContaining(next),
      });
    },
  );

  it('does not send charts to the kernel that it cannot draw, or that are too large', async () => {
    const y = Array.from({ length: 200_000 }, (_, at) => at);
    const large = shown({ 'application/vnd.plotly.v1+json': { data: [{ y }], layout: {} } });
    for (const output of [large, shown(charts['bokeh-notebook'])]) {
      const kernel = answering({ png: DOT_PNG });
      await expect(view([output], kernel)).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringMatching(/In words: (Plotly|Bokeh) chart/),
      });
      expect(kernel.asked).toEqual([]);
    }
  });

  it('reads a widget’s value, or says that it cannot', async () => {
    expect(await view([WIDGET], answering({ words: "IntSlider 'n' = 3" }))).toEqual({
      data: { outputIndex: 0, summary: "IntSlider 'n' = 3" },
    });
    await expect(view([WIDGET], answering({ words: null }))).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it.each<[string, Output[], Record<string, unknown>, string, string]>([
    ['no outputs', [], {}, 'not_found', 'no outputs'],
    ['nothing to look at', [PRINTED], {}, 'not_found', 'None of the outputs'],
    ['no such output', [PRINTED], { outputIndex: 1 }, 'not_found', 'the last is 0'],
    ['a text', [PRINTED], { outputIndex: 0 }, 'unsupported', 'no picture, chart or widget'],
    ['a cell and a run', [PRINTED], { runId: 'r' }, 'invalid_input', 'not both'],
  ])('says what is wrong: %s', async (_name, outputs, args, kind, message) => {
    await expect(view(outputs, noKernel, args)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(message),
    });
  });

  it('does not wait for a kernel that is at work for long', async () => {
    vi.useFakeTimers();
    const busy: NotebookKernel = { ...noKernel, execute: () => new Promise(() => {}) };
    const failing = expect(view([WIDGET], busy)).rejects.toMatchObject({ kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(50_000);
    await failing;
  });
});
