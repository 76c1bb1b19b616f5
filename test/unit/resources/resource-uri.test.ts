import { describe, expect, it } from 'vitest';
import type { ResourceAddress } from '../../../src/resources/resource-uri.ts';
import { outputUri, parseResourceUri } from '../../../src/resources/resource-uri.ts';

const output = {
  notebookId: 'nb',
  kind: 'output',
  runId: 'run-nb-1',
  index: 2,
  mimeType: null,
  page: 0,
} as const;

describe('the address of a resource', () => {
  it.each<[string, ResourceAddress | null]>([
    ['cellwire://nb', { notebookId: 'nb', kind: 'notebook' }],
    ['cellwire://nb/cells/abc', { notebookId: 'nb', kind: 'cell', cellId: 'abc' }],
    ['cellwire://nb/cells/a%2Fb%20c', { notebookId: 'nb', kind: 'cell', cellId: 'a/b c' }],
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
    ['cellwire://nb/', null],
    ['cellwire://nb/cells/a?page=x', null],
    ['cellwire://nb/cells/a?page=1x', null],
    ['cellwire://nb/runs//outputs/2', null],
    ['cellwire://nb/runs/run-nb-1/output/2', null],
    ['cellwire://nb/run/run-nb-1/outputs/2', null],
    ['cellwire://nb/runs/run-nb-1/outputs/2x', null],
    ['cellwire://nb/runs/run-nb-1/outputs/x2', null],
    ['cellwire://nb/runs/run-nb-1/outputs', null],
    ['cellwire://', null],
    ['cellwire:///cells/a', null],
    ['x cellwire://nb', null],
    ['https://notebook', null],
    ['', null],
  ])('%s', (uri, address) => {
    expect(parseResourceUri(uri)).toEqual(address);
  });

  it('is what outputs are named by', () => {
    expect(parseResourceUri(outputUri('nb', 'run-nb-1', 2))).toEqual(output);
    expect(parseResourceUri(outputUri('nb', 'run-nb-1', 2, 'image/svg+xml'))).toMatchObject({
      mimeType: 'image/svg+xml',
    });
  });
});
