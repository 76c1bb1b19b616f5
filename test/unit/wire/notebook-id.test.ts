import { describe, expect, it } from 'vitest';
import { SCRATCH_PATH, SCRATCH_URL } from '../../../src/wire/colab-site.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';

const ORIGIN = 'https://colab.research.google.com';
const at = (path: string, tabId = 1, origin = ORIGIN): string => notebookIdOf({ origin, path }, tabId);

describe('how agents name a notebook', () => {
  it('is the same on every visit to the same file, in any tab', () => {
    expect(at('/drive/abc', 1)).toBe(at('/drive/abc', 2));
    // Agents keep it over updates of the extension.
    expect(at('/drive/abc')).toBe('lanrvv');
  });

  it('is another for another file, and for the same path on another site', () => {
    const ids = [
      at('/drive/abc'),
      at('/drive/abd'),
      at('/#fileId=abc'),
      at('/drive/abc', 1, 'https://colab.google.com'),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  it('is another for each scratch notebook, which is as many as there are tabs', () => {
    expect(SCRATCH_URL).toBe(`${ORIGIN}/notebooks/empty.ipynb`);
    expect(at(SCRATCH_PATH, 1)).toBe(at(SCRATCH_PATH, 1));
    expect(at(SCRATCH_PATH, 1)).not.toBe(at(SCRATCH_PATH, 2));
    expect(at(SCRATCH_PATH, 1)).not.toBe(at(SCRATCH_PATH, 1, 'https://colab.google.com'));
    expect(at(`${SCRATCH_PATH}#fileId=a`, 1)).toBe(at(`${SCRATCH_PATH}#fileId=a`, 2));
  });

  it('is six characters that fit into an address, and hardly ever the same for two', () => {
    const ids = Array.from({ length: 20_000 }, (_, number) => at(`/drive/${number}`));
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{6}$/);
    expect(new Set(ids).size).toBeGreaterThan(19_990);
  });
});
