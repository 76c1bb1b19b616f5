import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/resources/address.ts';
import { outputAddress, parseAddress } from '../../src/resources/address.ts';

const output = { kind: 'output', runId: 'run-1', index: 2, mimeType: null, page: 0 } as const;

describe('the address of a resource', () => {
  it.each<[string, Address | null]>([
    ['cellwire://notebook', { kind: 'notebook' }],
    ['cellwire://cells/abc', { kind: 'cell', cellId: 'abc' }],
    ['cellwire://cells/a%2Fb%20c', { kind: 'cell', cellId: 'a/b c' }],
    ['cellwire://runs/run-1/outputs/2', output],
    ['cellwire://runs/run-1/outputs/2?page=3', { ...output, page: 3 }],
    ['cellwire://runs/run-1/outputs/2/image/png', { ...output, mimeType: 'image/png' }],
    ['cellwire://cells/%', null],
    ['cellwire://cells/%E0%A4', null],
    ['cellwire://cells/', null],
    ['cellwire://cells/a/b', null],
    ['cellwire://notebook/more', null],
    ['cellwire://runs/run-1', null],
    ['cellwire://runs/run-1/outputs/x', null],
    ['cellwire://runs/run-1/outputs/2/image', null],
    ['cellwire://runs/run-1/outputs/2/a/b/c', null],
    ['cellwire://notebook#x', null],
    ['https://notebook', null],
    ['', null],
  ])('%s', (uri, address) => {
    expect(parseAddress(uri)).toEqual(address);
  });

  it('is what outputs are named by', () => {
    expect(parseAddress(outputAddress('run-1', 2))).toEqual(output);
    expect(parseAddress(outputAddress('run-1', 2, 'image/svg+xml'))).toMatchObject({
      mimeType: 'image/svg+xml',
    });
  });
});
