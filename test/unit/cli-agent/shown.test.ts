import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PatientProgress } from '../../../bridge/cli/agent/patient-progress.ts';
import type { Outcome } from '../../../bridge/cli/agent/planner.ts';
import { summaryOf } from '../../../bridge/cli/agent/result-summary.ts';
import { hiding, withoutLinkTokens } from '../../../bridge/cli/agent/secrets.ts';
import { Transcript } from '../../../bridge/cli/agent/transcript.ts';

const outcome = (data: Record<string, unknown>, more: Partial<Outcome> = {}): Outcome => ({
  call: { id: '1', name: 'x', args: {} },
  isError: false,
  text: JSON.stringify(data),
  data,
  pictures: [],
  ...more,
});

describe('a result in a few words', () => {
  const ran = { status: 'ok', durationMs: 1234, outputs: [{ output_type: 'stream', text: 'hi\n' }] };

  it.each<[Record<string, unknown>, string, string]>([
    [ran, 'ok in 1.23 s', 'hi\n'],
    [{ newCellId: 'c', run: ran }, 'cell c, ok in 1.23 s', 'hi\n'],
    [{ newCellIds: ['a', 'b'] }, 'cells a, b', ''],
    [{ notebook: { name: 'N' }, runtime: { state: 'idle' } }, '"N", runtime idle', ''],
    [{ total: 2, text: 'outline' }, '2 cells', 'outline'],
    [{ matches: [{ text: 'x = 1' }] }, '1 line', 'x = 1'],
    [{ connected: true, message: 'It is connected.' }, 'It is connected.', ''],
    [{ replacements: 1, revision: 'r' }, '1 replacement', ''],
    [{ cellIndex: 0, deleted: 'x = 1' }, 'deleted', ''],
    [{ interrupted: true }, '{"interrupted":true}', ''],
  ])('%j', (data, line, details) => {
    expect(summaryOf(outcome(data))).toEqual({ line, details });
  });

  it('of pictures, failures and plain texts', () => {
    const pictures = [{ mimeType: 'image/png', base64: 'AAAA' }];
    expect(summaryOf(outcome({}, { text: '', pictures })).line).toBe('1 picture');
    expect(summaryOf(outcome({}, { isError: true, text: 'not_found: no\n cell' })).line).toBe(
      'failed: not_found: no cell',
    );
    expect(summaryOf(outcome({}, { text: 'plain' }))).toEqual({ line: 'done', details: 'plain' });
    const failed = {
      status: 'error',
      outputs: [{ ename: 'E', evalue: 'v' }, { data: { 'text/plain': '1' } }],
    };
    expect(summaryOf(outcome(failed))).toEqual({ line: 'error', details: 'E: v1' });
  });
});

it('what comes from a model or a notebook cannot play with the terminal', () => {
  const shown: string[] = [];
  const transcript = new Transcript({ write: (text) => shown.push(text) });
  transcript.said('a\u001b[2Jb\u0007');
  transcript.called({ id: '1', name: 'x\u001b]0;title\u0007', args: { code: '\u009b2J' } });
  transcript.got(outcome({ status: 'ok', outputs: [{ text: '\u001b[31mred\u001b[0m\u202e' }] }));
  expect(shown.join('')).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(shown.join('')).toContain('ab⟨U+0007⟩');
});

describe('secrets', () => {
  it('a key is hidden as it is, and as JSON writes it', () => {
    const key = 'sk-"quoted"\\key';
    const hide = hiding(key);
    expect(hide(`the key ${key}.`)).toBe('the key [hidden].');
    expect(hide(JSON.stringify({ said: key }))).toBe('{"said":"[hidden]"}');
  });

  it('words that stand for no key are left alone', () => {
    expect(hiding('ollama')('ollama runs')).toBe('ollama runs');
    expect(hiding(null)('anything')).toBe('anything');
  });

  it('links keep their address and lose their token', () => {
    const link =
      'https://colab.research.google.com/x.ipynb#mcpProxyToken=a_b-c.d&mcpProxyPort=4&cellwireProof=k.p';
    expect(withoutLinkTokens(link)).toBe(
      'https://colab.research.google.com/x.ipynb#mcpProxyToken=[hidden]&mcpProxyPort=4&cellwireProof=[hidden]',
    );
  });
});

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is told once a call takes long, and then only what is newest', () => {
    const told: string[] = [];
    const progress = new PatientProgress((message) => told.push(message));
    progress.note('starting');
    progress.note('1 of 9');
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['1 of 9']);
    vi.advanceTimersByTime(5_000);
    progress.note('8 of 9');
    progress.note('');
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['1 of 9', '8 of 9']);
    progress.note('never told');
    progress.end();
    vi.advanceTimersByTime(5_000);
    expect(told).toHaveLength(2);
  });
});
