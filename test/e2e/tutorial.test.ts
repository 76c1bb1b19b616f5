import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import { analysis } from '../../scripts/tutorial/analysis.ts';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** It draws with pandas and matplotlib. */
const hasJupyter = (await findJupyter()) !== undefined;

describe.skipIf(!hasJupyter)('what docs/tutorial.md tells', () => {
  let folder: TemporaryFolder;
  let stack: Stack;
  let agent: Agent;

  beforeAll(async () => {
    folder = await temporaryFolder('tutorial');
    await copyFile(join(projectRoot, 'docs', 'tutorial', 'rides.csv'), join(folder.path, 'rides.csv'));
    stack = await startStack({ kernel: 'jupyter', saveDir: folder.path });
    agent = createAgent(callerOf(stack.client));
  });
  afterAll(async () => {
    await stack?.close();
    await folder.remove();
  });

  it('is done by these calls, from the table on your disk to the result beside it', async () => {
    await agent.use('upload_file', { from: 'rides.csv' });
    for (const step of analysis) {
      const result = await agent.use(step.tool, step.arguments);
      expect(JSON.stringify(result)).not.toContain('"status":"error"');
    }
    await agent.use('download_file', { path: 'by-weekday.csv' });
    expect(await readFile(join(folder.path, 'by-weekday.csv'), 'utf8')).toMatch(
      /^weekday,rides\nMon,\d+\nTue,/,
    );
    expect(await agent.use('save_checkpoint', { name: 'rides' })).toMatchObject({
      saved: expect.arrayContaining(['rides', 'by_weekday']),
    });
    expect(stack.problems.found).toEqual([]);
  });
});
