import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/resources/address.ts';
import { outputAddress, parseAddress } from '../../src/resources/address.ts';

const output = { kind: 'output', runId: 'run-nb-1', index: 2, mimeType: null, page: 0 } as const;

describe('the address of a resource', () => {
  it.each<[string, Address | null]>([
    ['cellwire://nb', { kind: 'notebook' }],
    ['cellwire://nb/cells/abc', { kind: 'cell', cellId: 'abc' }],
    ['cellwire://nb/cells/a%2Fb%20c', { kind: 'cell', cellId: 'a/b c' }],
    ['cellwire://nb/runs/run-nb-1/outputs/2', output],
    ['cellwire://nb/runs/run-nb-1/outputs/2?page=3', { ...output, page: 3 }],
    ['cellwire://nb/runs/run-nb-1/outputs/2/image/png', { ...output, mimeType: 'image/png' }],
    ['cellwire://nb/cells/%', null],
    ['cellwire://nb/cells/%E0%A4', null],
    ['cellwire://nb/cells/', null],
    ['cellwire://nb/cells/a/b', null],
    ['cellwire://nb/more', null],
    ['cellwire://nb/runs/run-nb-1', null],
    ['cellwire://nb/runs/run-nb-1/outputs/x', null],
    ['cellwire://nb/runs/run-nb-1/outputs/2/image', null],
    ['cellwire://nb/runs/run-nb-1/outputs/2/a/b/c', null],
    ['cellwire://nb#x', null],
    ['https://notebook', null],
    ['', null],
  ])('%s', (uri, address) => {
    expect(parseAddress(uri)).toEqual(address);
  });

  it('is what outputs are named by', () => {
    expect(parseAddress(outputAddress('run-nb-1', 2))).toEqual(output);
    expect(parseAddress(outputAddress('run-nb-1', 2, 'image/svg+xml'))).toMatchObject({
      mimeType: 'image/svg+xml',
    });
  });
});
