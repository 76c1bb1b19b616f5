import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inlineParts } from '../../../src/kernel/inline-parts.ts';
import type { Python } from '../../support/python.ts';
import { describePython } from '../../support/python.ts';

const FOLDER = new URL('../../../src/kernel/', import.meta.url);

const sources = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .map((name) => [name.replace('.py', ''), readFileSync(new URL(name, FOLDER), 'utf8')]),
);

/** All that we call in a kernel; other files are parts of these. */
const scripts = [...sources.keys()].filter((name) => /^def main\(/m.test(sources.get(name) ?? ''));

/** What a script is called with, where it needs to be told something. The user has a variable `kept`. */
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  inspect_variable: { path: 'kept' },
  draw_chart: { library: 'vega', chart: '{}' },
  read_widget: { model: 'none' },
  files: { step: 'list', path: '.' },
  use_secret: { name: 'NONE', modulus: 'AQAB', exponent: 'AQAB' },
};

/** What a user could see of a call: names and what they stand for, results of before, history and count; and our source. */
const LOOK = `
def _look():
    import json, linecache, sys
    caches = [linecache.cache, getattr(linecache, "_ipython_cache", {})]
    sources = ["".join(known[2]) for cache in caches for known in cache.values() if len(known) > 2]
    seen = [sum("<cellwire>" in source for source in sources)]
    seen += [{name: id(value) for name, value in sys.modules["__main__"].__dict__.items()}, sys.path]
    if "get_ipython" in globals():
        shell = get_ipython()
        results = {key: id(value) for key, value in shell.user_ns["Out"].items()}
        history = shell.history_manager
        seen += [shell.execution_count, results, shell.user_ns["In"], history.input_hist_raw, getattr(shell.compile, "_filename_map", {}), len(history.db_cache) if hasattr(history, "db_cache") else 0]
    return json.dumps(seen)
`;

async function look(python: Python): Promise<string> {
  const seen: unknown[] = [];
  await python.execute({ code: 'print(_look())', isQuiet: true }, (update) => seen.push(update));
  return JSON.stringify(seen);
}

describePython('a script of ours leaves no trace', (python) => {
  it.each(scripts)('%s', async (name) => {
    const source = inlineParts(sources.get(name) ?? '', Object.fromEntries(sources));
    await python().run(`kept = [1, 2, 3]\n${LOOK}`);
    await python().run('20 + 22');
    const before = await look(python());
    expect(before).toContain('kept');
    const failure = await python()
      .call({ name, source }, ARGUMENTS[name])
      .then(
        () => '',
        (raised: unknown) => String(raised),
      );
    // Say above what to call it with.
    expect(failure).not.toContain('required positional argument');
    expect(await look(python())).toBe(before);
  });
});
