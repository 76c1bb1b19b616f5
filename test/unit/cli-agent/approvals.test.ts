import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Approvals } from '../../../bridge/cli/agent/approvals.ts';
import type { ToolClass } from '../../../bridge/cli/agent/tool-classes.ts';
import { classesOf } from '../../../bridge/cli/agent/tool-classes.ts';

const never = new AbortController().signal;
const call = { id: '1', name: 'execute_code', args: { code: 'import os\nos.remove("x")', wait: true } };

/** A user who gives these answers, one to each question. */
function atTerminal(answers: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let asked = '';
  output.on('data', (chunk: Buffer) => {
    asked += chunk;
    const answer = answers[0];
    if (!asked.endsWith('why not: ') || answer === undefined) return;
    answers.shift();
    input.write(`${answer}\n`);
  });
  return { input, output, asked: () => asked };
}

describe('approvals in the terminal', () => {
  it('show all of the call, and take a yes for this call alone', async () => {
    const user = atTerminal(['y', 'n']);
    const approvals = new Approvals([], user);
    expect(await approvals.decide(call, ['run'], never)).toEqual({ isAllowed: true, by: 'user' });
    expect(user.asked()).toContain(
      '  The agent wants to run code in this notebook:\n    execute_code\n    code:\n      | import os\n      | os.remove("x")\n    wait: true\n',
    );
    expect(await approvals.decide(call, ['run'], never)).toMatchObject({ isAllowed: false, endsAll: false });
  });

  it('"a" is for the class, and for no other', async () => {
    const user = atTerminal(['a', 'no']);
    const approvals = new Approvals([], user);
    await approvals.decide(call, ['run'], never);
    expect(await approvals.decide(call, ['run'], never)).toEqual({ isAllowed: true, by: 'rule' });
    expect(await approvals.decide(call, ['edit', 'run'], never)).toMatchObject({ isAllowed: false });
  });

  it.each([
    ['', 'The user said no to this call. Do not'],
    ['yep', 'The user says: yep'],
    ['use pathlib', 'The user says: use pathlib'],
  ])('anything but a clear yes is a no (%j)', async (answer, words) => {
    const decision = await new Approvals([], atTerminal([answer])).decide(call, ['run'], never);
    expect(decision).toMatchObject({ isAllowed: false, endsAll: false });
    expect(decision).toHaveProperty('reason', expect.stringContaining(words));
  });

  it('"q" ends all', async () => {
    const decision = await new Approvals([], atTerminal(['q'])).decide(call, ['run'], never);
    expect(decision).toMatchObject({ isAllowed: false, endsAll: true });
  });

  it('the end of the input is a no, to this question and to all after it', async () => {
    const user = atTerminal([]);
    const approvals = new Approvals([], user);
    const asked = approvals.decide(call, ['run'], never);
    user.input.end();
    expect(await asked).toMatchObject({ isAllowed: false });
    expect(await approvals.decide(call, ['run'], never)).toMatchObject({ isAllowed: false });
  });

  it('a question ends with the work', async () => {
    const stop = new AbortController();
    const asked = new Approvals([], atTerminal([])).decide(call, ['run'], stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow();
  });

  it('nothing in a call can pretend to be the terminal', async () => {
    const user = atTerminal(['n']);
    const code = 'x = 1\u001b[2K\u001b[1A harmless\rprint()\u202e';
    await new Approvals([], user).decide({ ...call, args: { code } }, ['run'], never);
    expect(user.asked()).toContain('x = 1 harmless⟨U+000D⟩print()⟨U+202E⟩');
  });

  it('without a terminal what is not allowed is refused, and says how to allow it', async () => {
    const approvals = new Approvals(['edit'], null);
    expect(await approvals.decide(call, ['read'], never)).toMatchObject({ isAllowed: true });
    expect(await approvals.decide(call, ['edit'], never)).toMatchObject({ isAllowed: true });
    const decision = await approvals.decide(call, ['edit', 'run'], never);
    expect(decision).toHaveProperty('reason', expect.stringContaining('--yes run.'));
  });
});

describe('what a call needs', () => {
  const listed = (name: string, readOnlyHint?: boolean) => ({
    name,
    inputSchema: { type: 'object' as const },
    ...(readOnlyHint === undefined ? {} : { annotations: { readOnlyHint } }),
  });

  it.each<[string, Record<string, unknown>, ToolClass[]]>([
    ['get_cells', {}, ['read']],
    ['add_code_cell', {}, ['edit']],
    ['add_code_cell', { run: false }, ['edit']],
    ['add_code_cell', { run: true }, ['edit', 'run']],
    ['add_code_cell', { run: 'true' }, ['edit', 'run']],
    ['delete_cell', {}, ['edit']],
    ['execute_code', {}, ['run']],
    ['restart_runtime', {}, ['runtime']],
    ['upload_file', {}, ['files']],
    ['use_secret', {}, ['secrets']],
    ['interrupt_execution', {}, []],
    ['open_colab_browser_connection', {}, []],
    ['propose_edit', {}, []],
  ])('%s %j: %j', (name, args, classes) => {
    // What a server says of a tool that we know makes no difference.
    expect(classesOf(listed(name, true), args)).toEqual(classes);
  });

  it('tools of another server are taken by their word only where they say that they read', () => {
    expect(classesOf(listed('fetch', true), {})).toEqual(['read']);
    expect(classesOf(listed('fetch', false), {})).toEqual(['other']);
    expect(classesOf(listed('fetch'), {})).toEqual(['other']);
  });
});
