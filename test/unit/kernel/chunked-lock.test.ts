import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startIPython } from '../../support/python/ipython-kernel.ts';
import { ipython, pythonOn } from '../../support/python.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { loop } from './state-python.ts';

describe.skipIf(ipython === undefined)('the lock of a loop', () => {
  it('is that of its kernel: a child that is left when the kernel died does not keep it', async () => {
    const home = await temporaryFolder('chunked-home');
    const [first, second] = await Promise.all([
      startIPython(ipython ?? 'python3'),
      startIPython(ipython ?? 'python3'),
    ]);
    const [one, other] = [pythonOn(first, 'ipython'), pythonOn(second, 'ipython')];
    const child = `${home.path}/child`;
    try {
      for (const python of [one, other]) {
        await python.run(
          `import os, stat, time\nos.environ["HOME"] = ${JSON.stringify(home.path)}\nchild = ${JSON.stringify(child)}`,
        );
      }
      const wish = {
        name: 'forks',
        items: 'range(3)',
        body: `if item == 1 and not os.path.exists(child):
    forked = os.fork()
    if forked == 0:
        # Else it would look as if the kernel still had something to say.
        for number in range(256):
            try:
                if not stat.S_ISREG(os.fstat(number).st_mode): os.close(number)
            except OSError: pass
        time.sleep(60)
        os._exit(0)
    with open(child + ".part", "w") as file: file.write(str(forked))
    os.rename(child + ".part", child)
    time.sleep(60)
item`,
      };
      const running = loop(one, wish).catch(() => 'lost');
      while (!existsSync(child)) await sleep(20);
      // The child has closed its file by now or a moment later: the lock of its parent stays.
      await sleep(200);
      expect(await loop(other, wish)).toMatchObject({ failure: { kind: 'conflict' } });
      first.kill();
      expect(await running).toBe('lost');
      expect(() => process.kill(Number(readFileSync(child, 'utf8')), 0)).not.toThrow();
      expect(await loop(other, wish)).toMatchObject({ status: 'ok', done: 3, repeated: [1] });
    } finally {
      if (existsSync(child)) process.kill(Number(readFileSync(child, 'utf8')), 'SIGKILL');
      await Promise.all([first.close(), second.close()]);
      await home.remove();
    }
  }, 60_000);
});
