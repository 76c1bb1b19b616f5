import { describe, expect, it } from 'vitest';
import { tools } from '../../../src/tools/catalogue.ts';
import { listingOf } from '../../../src/tools/listing.ts';

const listed = new Map(tools.map((tool) => [tool.name, listingOf(tool)]));
const schemaOf = (name: string) => listed.get(name)?.inputSchema;

describe('the tools as agents see them', () => {
  it.each([
    ['add_code_cell', ['cellIndex', 'language', 'code'], ['code']],
    ['add_text_cell', ['cellIndex', 'content'], ['content']],
    ['delete_cell', ['cellId'], ['cellId']],
    ['get_cells', ['cellIndexStart', 'cellIndexEnd', 'includeOutputs'], undefined],
    ['move_cell', ['cellId', 'cellIndex'], ['cellId', 'cellIndex']],
    ['run_code_cell', ['cellId'], ['cellId']],
    ['update_cell', ['cellId', 'content'], ['cellId', 'content']],
  ])('%s takes what Colab’s own tool takes', (name, properties, required) => {
    const schema = schemaOf(name);
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(properties));
    expect(schema?.required).toEqual(required);
    expect(schema?.type).toBe('object');
  });

  it('keeps Colab’s types and defaults', () => {
    expect(schemaOf('add_code_cell')?.properties).toMatchObject({
      cellIndex: { type: 'integer' },
      language: { type: 'string', enum: ['python', 'r', 'julia'] },
      code: { type: 'string' },
    });
    expect(schemaOf('get_cells')?.properties).toMatchObject({
      cellIndexStart: { type: 'integer', minimum: 0, default: 0 },
      cellIndexEnd: { type: 'integer', minimum: 0 },
      includeOutputs: { type: 'boolean', default: false },
    });
  });

  it('are a contract: what a model is told changes only together with this file', async () => {
    const listing = tools.map((tool) => ({ group: tool.group, ...listingOf(tool) }));
    await expect(`${JSON.stringify(listing, null, 2)}\n`).toMatchFileSnapshot('tools.snapshot');
  });

  it('says of every tool whether it reads, destroys or can be repeated', () => {
    for (const [name, { annotations, description }] of listed) {
      expect(annotations, name).toMatchObject({
        title: expect.any(String),
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      });
      expect(description?.length, name).toBeGreaterThan(40);
    }
    expect(listed.get('get_cells')?.annotations?.readOnlyHint).toBe(true);
    expect(listed.get('delete_cell')?.annotations?.destructiveHint).toBe(true);
    expect(listed.get('execute_cell')?.annotations?.idempotentHint).toBe(false);
  });
});
