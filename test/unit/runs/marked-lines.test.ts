import { describe, expect, it } from 'vitest';
import { MarkedLines } from '../../../src/runs/marked-lines.ts';
import { Run } from '../../../src/runs/run.ts';

function printing() {
  const run = new Run('run-1', { code: 'x' }, null);
  run.update({
    patches: [{ op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text: '' } }],
  });
  const print = (text: string): void => run.update({ patches: [{ op: 'append', index: 0, text }] });
  return { run, print, lines: new MarkedLines(run, '[mark]') };
}

describe('lines with a mark', () => {
  it('are found when they are whole, the newest counts', () => {
    const { print, lines } = printing();
    expect(lines.newest).toBeNull();
    print('other\n[mark] {"done"');
    expect(lines.newest).toBeNull();
    print(': 1}\n');
    expect(lines.newest).toEqual({ done: 1 });
    print('[mark] {"done": 2}\n[mark] {"done": 3}\nnoise');
    expect(lines.newest).toEqual({ done: 3 });
  });

  it('are found behind what was printed without a line end, and what is no JSON is passed over', () => {
    const { print, lines } = printing();
    print('10 %[mark] {"done": 1}\n[mark] nothing\n[mark] 5\n[other] {"done": 9}\n');
    expect(lines.newest).toEqual({ done: 1 });
  });

  it('are mended before they are read', () => {
    const { run, print } = printing();
    const lines = new MarkedLines(run, '[mark]', (line) => line.replace('[secret]', '"[secret]"'));
    print('[mark] {"results": [[secret]]}\n');
    expect(lines.newest).toEqual({ results: ['[secret]'] });
  });

  it('are found after the code has cleared its output', () => {
    const { run, print, lines } = printing();
    print('[mark] {"done": 1}\n');
    run.update({ patches: [{ op: 'cut', length: 0 }] });
    run.update({
      patches: [{ op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text: '' } }],
    });
    print('[mark] {"done": 2}\n');
    expect(lines.newest).toEqual({ done: 2 });
  });
});
