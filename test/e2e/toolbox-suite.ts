import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { listOf, printed } from '../support/agent.ts';

interface Toolbox {
  agent: Agent;
  /** The folder of the bridge for files. */
  folder: string;
  /** Whether numpy, pandas, matplotlib and IPython are there. */
  isIPython: boolean;
}

/** What every tool that needs a kernel alone must do, wherever that kernel is. */
export function toolboxSuite(toolbox: () => Toolbox): void {
  it('runs code: streams, result, traceback, and variables that stay', async () => {
    const { agent } = toolbox();
    await agent.use('execute_code', { code: 'x = 20' });
    const run = await agent.use('execute_code', {
      code: 'import sys\nprint("out")\nprint("err", file=sys.stderr)\nx + 1',
    });
    expect(run).toMatchObject({ status: 'ok' });
    expect([printed(run), printed(run, 'stderr')]).toEqual(['out\n', 'err\n']);
    expect(JSON.stringify(run.outputs)).toContain('21');
    const failed = await agent.use('execute_code', { code: 'raise ValueError("no")' });
    expect(failed).toMatchObject({ status: 'error' });
    expect(JSON.stringify(failed.outputs)).toContain('ValueError');
  });

  it('goes on with what takes long, is followed to its end, and interrupted', async () => {
    const { agent } = toolbox();
    const slow = 'import time\nfor n in range(3):\n    print(n)\n    time.sleep(0.2)';
    const { runId } = await agent.use('execute_code', { code: slow, wait: false });
    const end = await agent.use('get_run', { runId, until: 'end', waitSeconds: 20 });
    expect(end).toMatchObject({ status: 'ok' });
    expect(printed(end)).toBe('0\n1\n2\n');
    const endless = await agent.use('execute_code', {
      code: 'import time\nprint("on")\nwhile True: time.sleep(0.05)',
      wait: false,
    });
    await agent.use('get_run', { runId: endless.runId, waitSeconds: 2 });
    await agent.use('interrupt_execution');
    expect(await agent.use('get_run', { runId: endless.runId, until: 'end', waitSeconds: 20 })).toMatchObject(
      { status: 'interrupted' },
    );
    expect(listOf((await agent.use('list_runs')).runs)[0]).toMatchObject({ runId: endless.runId });
  });

  it('draws', async () => {
    const { agent, isIPython } = toolbox();
    if (!isIPython) return;
    await agent.use('execute_code', {
      code: '%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()',
    });
    const { images } = await agent.ask('execute_code', { code: 'plt.plot([1, 2]); plt.show()' });
    expect(images.length).toBe(1);
  });

  it('looks inside, and frees', async () => {
    const { agent, isIPython } = toolbox();
    await agent.use('execute_code', { code: 'config = {"sizes": [64, 32]}\nsecond = 2.5' });
    expect(await agent.use('list_variables', { filter: 'config' })).toMatchObject({
      variables: [{ name: 'config', type: 'dict', length: 1 }],
    });
    expect(await agent.use('inspect_variable', { path: 'config["sizes"][1]' })).toMatchObject({
      type: 'int',
      summary: '32',
    });
    if (isIPython) {
      await agent.use('execute_code', {
        code: 'import pandas as pd\nframe = pd.DataFrame({"a": [1, 2, None], "b": list("xyz")})',
      });
      const frame = await agent.use('inspect_variable', { path: 'frame' });
      expect(frame.columns).toContain('a|float64|1|');
    }
    expect(await agent.use('get_runtime_info')).toMatchObject({ python: expect.stringMatching(/^3\./) });
    expect(await agent.use('free_memory', { delete: ['second'] })).toMatchObject({ deleted: ['second'] });
  });

  it('saves and loads what is in memory', async () => {
    const { agent, folder, isIPython } = toolbox();
    const elsewhere = `import os\nos.environ["CELLWIRE_STATE_DIR"] = ${JSON.stringify(folder)}`;
    if (isIPython) await agent.use('execute_code', { code: elsewhere });
    await agent.use('execute_code', { code: 'kept = [1, 2, 3]\nopen_one = (n for n in [])' });
    const saved = await agent.use('save_checkpoint', { name: 'toolbox', variables: ['kept', 'open_one'] });
    expect(saved).toMatchObject({ saved: ['kept'], skipped: [{ name: 'open_one' }] });
    await agent.use('execute_code', { code: 'del kept' });
    expect(await agent.use('load_checkpoint', { name: 'toolbox' })).toMatchObject({ loaded: ['kept'] });
    const { checkpoints } = await agent.use('list_checkpoints');
    expect(listOf(checkpoints)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'toolbox' })]),
    );
    expect(JSON.stringify((await agent.use('execute_code', { code: 'kept' })).outputs)).toContain(
      '[1, 2, 3]',
    );
  });

  it('loops in batches, and does nothing twice', async () => {
    const { agent } = toolbox();
    const loop = { items: 'range(25)', body: 'item * item', batchSize: 10, name: 'squares' };
    expect(await agent.use('run_chunked', loop)).toMatchObject({
      status: 'ok',
      done: 25,
      total: 25,
      failed: 0,
    });
    expect(await agent.use('run_chunked', loop)).toMatchObject({ status: 'ok', done: 25 });
  });

  it('carries files both ways', async () => {
    const { agent, folder } = toolbox();
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const sha256 = createHash('sha256').update(content).digest('hex');
    await writeFile(join(folder, 'up.bin'), content);
    expect(await agent.use('upload_file', { from: 'up.bin', overwrite: true })).toMatchObject({
      bytes: content.length,
      sha256,
    });
    const { files } = await agent.use('list_files');
    expect(listOf(files)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'up.bin', bytes: content.length })]),
    );
    const down = await agent.use('download_file', { path: 'up.bin', to: 'down.bin', overwrite: true });
    expect(down).toMatchObject({ bytes: content.length, sha256 });
    expect(await readFile(join(folder, 'down.bin'))).toEqual(content);
    const outside = await agent.fail('download_file', { path: 'up.bin', to: '../out.bin' });
    expect(outside).toMatchObject({ kind: 'denied' });
  });
}
