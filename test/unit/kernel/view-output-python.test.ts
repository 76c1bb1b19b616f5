import { readFile } from 'node:fs/promises';
import type { PyodideAPI } from 'pyodide';
import { beforeAll, describe, expect, it } from 'vitest';
import { inlineParts } from '../../../src/kernel/inline-parts.ts';
import { loadPython } from '../../support/python/pyodide-kernel.ts';

const script = (name: string) => readFile(new URL(`../../../src/kernel/${name}.py`, import.meta.url), 'utf8');
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('what view_output has Python do', () => {
  let pyodide: PyodideAPI;
  beforeAll(async () => {
    pyodide = await loadPython();
  }, 60_000);

  /** What the script's main() gives, in a namespace of its own, after some code of the test in the same one. */
  async function call(name: string, before: string, args: Record<string, unknown>): Promise<unknown> {
    const given = JSON.stringify(JSON.stringify(args));
    const source = inlineParts(await script(name), { shortened: await script('shortened') });
    const code = `${source}\n${before}\nimport json\njson.dumps(main(**json.loads(${given})))`;
    const globals = pyodide.toPy({ __name__: 'test' });
    return JSON.parse(String(pyodide.runPython(code, { globals })));
  }

  const vlConvert = (body: string) =>
    `import types\nfake = types.ModuleType("vl_convert")\nexec(${JSON.stringify(`def vegalite_to_png(spec):\n    ${body}`)}, fake.__dict__)\nsys.modules["vl_convert"] = fake`;
  const chart = { library: 'vega-lite', chart: base64({ title: 'é' }) };

  it('says what is missing', async () => {
    expect(await call('draw_chart', '', chart)).toEqual({ missing: ['vl_convert'] });
    expect(await call('draw_chart', '', { ...chart, library: 'plotly' })).toEqual({
      missing: ['plotly', 'kaleido'],
    });
  });

  it('draws, also where there are no threads', async () => {
    const drawn = await call('draw_chart', vlConvert('return spec["title"].encode()'), chart);
    expect(drawn).toEqual({ png: Buffer.from('é').toString('base64') });
  });

  it.each([
    ['that fails', 'raise ValueError("bad " + "x" * 5000)', /^ValueError: bad x{900,1000}$/],
    ['that is too large', 'return b"x" * 2_000_000', /too large/],
  ])('says why there is no picture: one %s', async (_name, body, reason) => {
    expect(await call('draw_chart', vlConvert(body), chart)).toEqual({
      reason: expect.stringMatching(reason),
    });
  });

  it('does not wait for what is never drawn', async () => {
    const frozen = `class Frozen:
    def __init__(self, target, daemon): pass
    def start(self): pass
    def join(self, seconds): self.waited = seconds
threading.Thread = Frozen`;
    expect(await call('draw_chart', `${vlConvert('return b""')}\n${frozen}`, chart)).toEqual({
      reason: 'It was not drawn within 40 seconds.',
    });
    await call('draw_chart', 'import importlib\nimportlib.reload(threading)', chart);
  });

  const WIDGETS = `
import types
class Text:
    def __init__(self, value): self.value = value
class Progress:
    description, value, min, max = "rows", 3.0, 0, 10
class Box:
    children = (Text("<b>30%</b>"), Progress(), Text("\\u20073/10 &lt;"))
fake = types.ModuleType("ipywidgets.widgets.widget")
fake._instances = {"m1": Box()}
sys.modules["ipywidgets.widgets.widget"] = fake`;

  it('reads widgets by what is in them', async () => {
    expect(await call('read_widget', WIDGETS, { model: 'm1' })).toEqual({
      words: "Text = '30%', Progress 'rows' = 3.0 of 0 to 10, Text = '3/10 <'",
    });
    expect(await call('read_widget', WIDGETS, { model: 'gone' })).toEqual({ words: null });
  });

  it('knows no widgets where there is no ipywidgets', async () => {
    const none = 'sys.modules.pop("ipywidgets.widgets.widget", None)';
    expect(await call('read_widget', none, { model: 'm1' })).toEqual({ words: null });
  });
});
