import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { spoolSource } from '../../../src/colab/kernel/spool-code.ts';
import { describePython, type Python } from '../../support/python.ts';
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts';

const OTHER_USER = 65_534;
const mayBeAnother = process.platform === 'linux' && process.getuid?.() === 0;

/** What came of a run: the last piece in the kernel's answer, or null; and the files that there are. */
interface Spooled {
  carried: { piece: number; events: unknown[] } | null;
  files: string[];
}

async function spool(
  python: Python,
  code: string,
  { folder = newFolder(), answers = true, quiet = false, after = '' } = {},
): Promise<Spooled> {
  const flag = (value: boolean): string => (value ? 'True' : 'False');
  const given = [folder, code].map((text) => JSON.stringify(text));
  const call = `run(${[...given, flag(quiet), flag(answers)].join(', ')}, None, [])`;
  await python.execute({
    code: `__import__("sys").modules["cellwire_test"].${call}\n${after}`,
    isQuiet: true,
  });
  const told = await python.run(
    'import json\nprint(json.dumps(get_ipython().payload_manager.read_payload()))\nget_ipython().payload_manager.clear_payload()',
  );
  const payload: Array<{ source: string; piece: number; events: string }> = JSON.parse(told);
  const ours = payload.find(({ source }) => source === 'cellwire');
  return {
    carried: ours ? { piece: ours.piece, events: JSON.parse(ours.events) } : null,
    files: existsSync(folder) ? readdirSync(folder).sort() : [],
  };
}

const newFolder = (): string => join(tmpdir(), `cellwire-${randomUUID()}`);

describePython(
  'code without a cell, in the kernel',
  (python) => {
    beforeAll(async () => {
      await python().run(
        `import sys, types\n_module = sys.modules.setdefault("cellwire_test", types.ModuleType("cellwire_test"))\nexec(compile(${JSON.stringify(spoolSource)}, "<spool>", "exec"), _module.__dict__)\ndel _module, sys, types`,
      );
    });

    it('what is short goes with the answer, and no file is made for it', async () => {
      const { carried, files } = await spool(python(), 'print("hi")\n20 + 1');
      expect(files).toEqual([]);
      expect(carried?.piece).toBe(0);
      expect(carried?.events[0]).toEqual(['begin']);
      expect(JSON.stringify(carried?.events)).toMatch(/hi.*"output_type": ?"execute_result".*21/);
      expect(carried?.events.at(-1)).toMatchObject(['end', { status: 'ok' }]);
    });

    it('what is long is in files, as all is for a page that does not see the answer', async () => {
      for (const [code, answers] of [
        ['print("x" * 400_000)', true],
        ['print(1)', false],
      ] as const) {
        const folder = newFolder();
        const { carried, files } = await spool(python(), code, { folder, answers });
        expect(carried).toBeNull();
        // One, unless it took so long that the first was written meanwhile.
        const last = readFileSync(join(folder, String(files.length - 1)), 'utf8');
        expect(JSON.parse(last).at(-1)).toMatchObject(['end', { status: 'ok' }]);
        rmSync(folder, { recursive: true });
      }
    });

    it('what came while it ran is in files, and the rest of it in the answer', async () => {
      const folder = newFolder();
      const code = `import os, time\nprint("early")\nwhile not os.path.exists(${JSON.stringify(join(folder, '0'))}): time.sleep(0.01)\nprint("late")`;
      const { carried, files } = await spool(python(), code, { folder });
      expect(files).toEqual(Array.from({ length: files.length }, (_, index) => String(index)));
      expect(carried?.piece).toBe(files.length);
      const events = [...files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))];
      const all = JSON.stringify([...events, ...(carried?.events ?? [])]);
      expect(all).toMatch(/early.*late.*"end"/);
      rmSync(folder, { recursive: true });
    });

    it('what was sent around it is not kept in the kernel; the code itself is, for its tracebacks', async () => {
      const folder = newFolder();
      for (const name of ['plain', 'awaiting']) {
        const code = JSON.stringify(`def ${name}(): return "of ${name}"`);
        const given = `${JSON.stringify(folder)}, ${code}, False, True, None, []`;
        const module = '__import__("sys").modules["cellwire_test"]';
        const call = name === 'plain' ? `${module}.run(${given})` : `await ${module}.run_async(${given})`;
        await python().execute({ code: call, isQuiet: true }, () => {});
      }
      const kept = await python().run(
        `import inspect, linecache\nprint([inspect.getsource(one) for one in (plain, awaiting)])\nprint(sum(${JSON.stringify(folder)} in "".join(known[2]) for known in linecache.cache.values() if len(known) > 2) - 1)`,
      );
      expect(kept).toContain('of plain');
      expect(kept).toContain('of awaiting');
      // But for the cell that looks.
      expect(kept.trim().split('\n').at(-1)).toBe('0');
    });

    it('has no place in the history where it is a script of ours, and is shown and fails all the same', async () => {
      const history = async (): Promise<string> => {
        const seen: unknown[] = [];
        const code = 'print(get_ipython().execution_count, In, Out, _, _i)';
        await python().execute({ code, isQuiet: true }, (update) => seen.push(update));
        return JSON.stringify(seen);
      };
      await python().run('"mine"');
      const before = await history();
      const folder = newFolder();
      const given = [folder, 'print("shown")\n1 / 0'].map((text) => JSON.stringify(text)).join(', ');
      const code = `__import__("sys").modules["cellwire_test"].run(${given}, False, False, None, [], False)`;
      await python().execute({ code, isQuiet: true });
      expect(before).toContain("'mine'");
      expect(await history()).toBe(before);
      const events = readdirSync(folder).flatMap((name) =>
        JSON.parse(readFileSync(join(folder, name), 'utf8')),
      );
      expect(JSON.stringify(events)).toMatch(/shown.*ZeroDivisionError/);
      expect(events.at(-1)).toMatchObject(['end', { status: 'error', executionCount: null }]);
      rmSync(folder, { recursive: true });
    });

    it('what a pager would show is shown', async () => {
      const { carried } = await spool(
        python(),
        'get_ipython().payload_manager.write_payload({"source": "page", "data": {"text/plain": "help of it"}})',
      );
      expect(JSON.stringify(carried?.events)).toContain('help of it');
    });

    it('a stream of the user’s that is closed is no trouble', async () => {
      const code = 'import io, sys\nkept = sys.stdout\nsys.stdout = io.StringIO()\nsys.stdout.close()';
      const { carried } = await spool(python(), code, { after: 'sys.stdout = kept' });
      expect(carried?.events.at(-1)).toMatchObject(['end', { status: 'ok' }]);
    });

    it.runIf(mayBeAnother)(
      'another user of the machine reads nothing of it, and writes nothing',
      async () => {
        const folder = newFolder();
        await spool(python(), 'print("secret")', { folder, answers: false });
        expect(statSync(folder).mode & 0o777).toBe(0o700);
        const asOther = (script: string): string =>
          String(spawnSync('/bin/sh', ['-c', script], { uid: OTHER_USER, gid: OTHER_USER, cwd: '/' }).stdout);
        expect(asOther(`id -u; ls ${folder}; cat ${folder}/0; touch ${folder}/stop && echo made`)).toBe(
          `${OTHER_USER}\n`,
        );
        expect(readdirSync(folder)).not.toContain('stop');
        rmSync(folder, { recursive: true });
      },
    );

    describe.runIf(hasSmallDisks)('on a full disk', () => {
      it('short outputs come all the same; what is too long for the answer is named', async () => {
        const disk = await smallDisk(65_536);
        try {
          writeFileSync(join(disk.path, 'other'), Buffer.alloc(65_536));
          const folder = join(disk.path, 'spool');
          const short = await spool(python(), 'print("short")', { folder, quiet: true });
          expect(JSON.stringify(short.carried)).toContain('short');
          const long = await spool(python(), 'print("x" * 400_000)', { folder, quiet: true });
          const text = JSON.stringify(long.carried?.events);
          expect(text.slice(0, 80)).toContain('No more could be kept: No space left');
          expect(text.length).toBeLessThan(150_000);
          expect(long.carried?.events.at(-1)).toMatchObject(['end', { status: 'ok' }]);
        } finally {
          await disk.remove();
        }
      });

      it('code that prints more than waits goes on, and its end is kept', async () => {
        const disk = await smallDisk(65_536);
        try {
          writeFileSync(join(disk.path, 'other'), Buffer.alloc(65_536));
          const code = 'for i in range(120):\n    print(str(i) * 50_000)\nprint("last")';
          const { carried } = await spool(python(), code, { folder: join(disk.path, 'spool'), quiet: true });
          const text = JSON.stringify(carried?.events);
          expect(text.slice(0, 200)).toMatch(/\d{8} characters were left out here/);
          expect(text.slice(-200)).toContain('last');
          expect(carried?.events.at(-1)).toMatchObject(['end', { status: 'ok' }]);
        } finally {
          await disk.remove();
        }
      });
    });
  },
  ['ipython'],
);
