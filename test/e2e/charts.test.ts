import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, listOf, objectIn } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import charts from '../unit/outputs/charts/charts.json';

const hasJupyter = (await findJupyter()) !== undefined;

const display = (bundle: unknown): string =>
  `import json\nfrom IPython.display import display\ndisplay(json.loads(${JSON.stringify(JSON.stringify(bundle))}), raw=True)`;

/** Stands for vl-convert, which is not everywhere: draws something of its own. */
const FAKE_VL_CONVERT = `
import io, sys, types
def vegalite_to_png(spec):
    import matplotlib.figure
    figure = matplotlib.figure.Figure(figsize=(2, 1))
    figure.add_subplot().set_title(spec["title"])
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()
sys.modules["vl_convert"] = types.ModuleType("vl_convert")
sys.modules["vl_convert"].vegalite_to_png = vegalite_to_png`;

describe.skipIf(!hasJupyter)('charts of a real IPython', () => {
  let stack: Stack;
  let agent: Agent;
  beforeAll(async () => {
    stack = await startStack({ kernel: 'jupyter' });
    agent = createAgent(callerOf(stack.client));
  });
  afterAll(() => stack?.close());

  it('come in words', async () => {
    const cellId = await agent.addCode(display(charts['plotly-express-line']));
    const { outputs } = await agent.use('execute_cell', { cellId });
    const data = objectIn(listOf(outputs)[0] ?? {}, 'data');
    expect(data['application/vnd.plotly.v1+json']).toMatch(
      /^\[Plotly chart “Prices”, 2 traces: scatter \(lines\) “x”: 20 points, x 2024-01-01 to 2024-02-08/,
    );
  });

  it('say what to install where the runtime cannot draw them', async () => {
    await agent.use('execute_code', {
      code: 'import importlib.util as util\nfind = util.find_spec\nutil.find_spec = lambda name: None if name == "kaleido" else find(name)',
    });
    const run = await agent.use('execute_code', { code: display(charts['plotly-graph-objects']) });
    const { kind, message, next } = await agent.fail('view_output', { runId: run.runId });
    expect([kind, next]).toEqual(['unsupported', expect.stringContaining('%pip install -q kaleido')]);
    expect(message).toMatch(/has no .*kaleido.*Plotly chart “Sales 2024”, 2 traces/);
    await agent.use('execute_code', { code: 'util.find_spec = find\ndel util, find' });
  });

  it('are drawn by the runtime where it can, and leave nothing behind', async () => {
    await agent.use('execute_code', { code: FAKE_VL_CONVERT });
    const cellId = await agent.addCode(display(charts['altair-points']));
    await agent.use('execute_cell', { cellId });
    const before = await agent.use('execute_code', { code: 'sorted(globals())' });
    const { data, images } = await agent.ask('view_output', { cellId });
    expect(data).toMatchObject({
      outputIndex: 0,
      summary: expect.stringContaining('Vega-Lite chart “Cars”'),
    });
    expect(images).toEqual([{ mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) }]);
    const after = await agent.use('execute_code', { code: 'sorted(globals())' });
    expect(namesIn(after)).toEqual(namesIn(before));
  });

  it('of the library itself are given as they are', async () => {
    const cellId = await agent.addCode('import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()');
    await agent.use('execute_cell', { cellId });
    const { images } = await agent.ask('view_output', { cellId });
    expect(images).toHaveLength(1);
    expect(stack.problems.found).toEqual([]);
  });
});

/** Without the names that IPython counts up by itself. */
const namesIn = (run: Record<string, unknown>): string[] =>
  (JSON.stringify(run.outputs).match(/'\w+'/g) ?? []).filter((name) => !/^'_/.test(name));
