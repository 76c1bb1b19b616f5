import { afterEach, expect, it, vi } from 'vitest';
import { succeeds } from '../../../scripts/setup/command.mjs';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a step of the set-up shows when its command prints a line and ends with this code. */
async function shownBy(code: number): Promise<{ ok: boolean; shown: string }> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const script = `console.log('Unpacking a hundred packages'); process.exit(${code})`;
  const ok = await succeeds(process.execPath, ['-e', script], { quiet: true });
  return { ok, shown: write.mock.calls.map(([text]) => String(text)).join('') };
}

it('a step that goes well is not told of', async () => {
  expect(await shownBy(0)).toEqual({ ok: true, shown: '' });
});

it('a step that fails shows all it printed', async () => {
  expect(await shownBy(3)).toEqual({ ok: false, shown: 'Unpacking a hundred packages\n' });
});
