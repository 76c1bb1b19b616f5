import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Log } from '../../../bridge/log.ts';
import { onPosix } from '../../support/on-posix.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let stderr: string;
const sink = { write: (text: string) => (stderr += text) };

beforeEach(async () => {
  folder = await temporaryFolder('log');
  stderr = '';
});

afterEach(() => folder.remove());

describe('the log', () => {
  it('goes to stderr, with a word on how bad it is', () => {
    const log = new Log(undefined, sink);
    log.info('All is well.');
    log.warn('Less so.');
    log.error('Not at all.');
    expect(stderr).toBe(
      'cellwire: All is well.\ncellwire: warning: Less so.\ncellwire: error: Not at all.\n',
    );
  });

  it('hides secrets wherever they are, except from the person at the terminal', () => {
    const log = new Log(undefined, sink);
    log.hide('s3cret');
    log.hide('t0ken');
    log.info('s3cret, t0ken and s3cret again');
    log.show('open this: s3cret');
    expect(stderr).toBe('cellwire: [hidden], [hidden] and [hidden] again\ncellwire: open this: s3cret\n');
  });

  onPosix.it(
    'goes to a private file as well, line by line with the time, but not what is for the terminal',
    async () => {
      const file = join(folder.path, 'bridge.log');
      const log = new Log(file, sink);
      log.hide('s3cret');
      log.info('a s3cret');
      log.warn('two');
      log.show('three');
      const lines = (await readFile(file, 'utf8')).split('\n');
      const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z /;
      expect(lines.map((line) => line.replace(time, '@'))).toEqual(['@a [hidden]', '@warning: two', '']);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    },
  );

  it('goes on without a file that cannot be written, and says so once', async () => {
    const file = join(folder.path, 'bridge.log');
    await mkdir(file);
    const log = new Log(file, sink);
    log.info('one');
    log.info('two');
    expect(stderr.split('\n')).toEqual([
      'cellwire: one',
      expect.stringMatching(
        /^cellwire: warning: The log file cannot be written, so it ends here: Error: EISDIR/,
      ),
      'cellwire: two',
      '',
    ]);
  });
});
