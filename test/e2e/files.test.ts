import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_BYTES } from '../../src/wire/transfer.ts';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, listOf, printed } from '../support/agent.ts';
import { kernelsAtLength } from '../support/at-length.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SIZE = 3_000_001;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.each(await kernelsAtLength())('files on the playground with %s', (kernel) => {
  let stack: Stack;
  let agent: Agent;
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await temporaryFolder('files');
    stack = await startStack({ kernel, saveDir: folder.path });
    agent = createAgent(callerOf(stack.client));
  });
  afterAll(async () => {
    await stack?.close();
    await folder?.remove();
  });

  it('go up and down again as they are, and leave nothing beside them', async () => {
    const bytes = randomBytes(SIZE);
    await writeFile(join(folder.path, 'up.bin'), bytes);
    const before = await agent.use('get_cells');
    const sent = await agent.use('upload_file', { from: 'up.bin', path: 'files-test/there.bin' });
    expect(sent).toMatchObject({ bytes: SIZE, sha256: sha256(bytes) });
    expect(await agent.use('list_files', { path: 'files-test' })).toMatchObject({
      files: [{ name: 'there.bin', kind: 'file', bytes: SIZE, modified: expect.stringMatching(/^20.*Z$/) }],
    });
    const saved = await agent.use('download_file', { path: 'files-test/there.bin', to: 'deep/down.bin' });
    expect(saved).toMatchObject({
      savedTo: join(folder.path, 'deep', 'down.bin'),
      bytes: SIZE,
      sha256: sha256(bytes),
    });
    expect(sha256(await readFile(join(folder.path, 'deep', 'down.bin')))).toBe(sha256(bytes));
    expect(await readdir(join(folder.path, 'deep'))).toEqual(['down.bin']);
    expect((await agent.use('get_cells')).cells).toEqual(before.cells);
  });

  it('may be empty', async () => {
    await writeFile(join(folder.path, 'empty'), '');
    await agent.use('upload_file', { from: 'empty', path: 'empty-there' });
    expect(await agent.use('download_file', { path: 'empty-there', to: 'empty-back' })).toMatchObject({
      bytes: 0,
      sha256: sha256(Buffer.alloc(0)),
    });
    expect(await readFile(join(folder.path, 'empty-back'))).toHaveLength(0);
  });

  it('are not replaced unless that is wanted, on either side', async () => {
    await writeFile(join(folder.path, 'mine.txt'), 'mine');
    await agent.use('execute_code', { code: 'open("theirs.txt", "w").write("theirs")' });
    expect(await agent.fail('download_file', { path: 'theirs.txt', to: 'mine.txt' })).toMatchObject({
      kind: 'conflict',
    });
    expect(await agent.fail('upload_file', { from: 'mine.txt', path: 'theirs.txt' })).toMatchObject({
      kind: 'conflict',
    });
    await agent.use('upload_file', { from: 'mine.txt', path: 'theirs.txt', overwrite: true });
    expect(printed(await agent.use('execute_code', { code: 'print(open("theirs.txt").read())' }))).toBe(
      'mine\n',
    );
  });

  it('go on where they were cut off', async () => {
    const bytes = randomBytes(SIZE);
    await writeFile(join(folder.path, 'cut.bin'), bytes);
    await agent.use('upload_file', { from: 'cut.bin', path: 'cut.bin' });
    // What a transfer leaves that ends in the middle; that it goes on is seen from how little is asked for.
    await writeFile(join(folder.path, '.back.bin.cellwire-part'), bytes.subarray(0, SIZE - 10));
    const steps: number[] = [];
    await stack.client.callTool(
      { name: 'download_file', arguments: { path: 'cut.bin', to: 'back.bin' } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(sha256(await readFile(join(folder.path, 'back.bin')))).toBe(sha256(bytes));
    expect(steps.every((step) => step > SIZE - CHUNK_BYTES)).toBe(true);
  });

  it('stay where they are for a path that leads out', async () => {
    for (const to of ['../out.bin', '/etc/out.bin', '../../etc/passwd']) {
      expect(await agent.fail('download_file', { path: 'theirs.txt', to })).toMatchObject({
        kind: 'denied',
      });
    }
    expect(await agent.fail('upload_file', { from: '../../etc/passwd' })).toMatchObject({ kind: 'denied' });
    expect(await agent.fail('download_file', { path: 'nowhere.bin' })).toMatchObject({ kind: 'not_found' });
    const { files } = await agent.use('list_files');
    expect(listOf(files).map(({ name }) => name)).not.toContain('passwd');
  });
});
