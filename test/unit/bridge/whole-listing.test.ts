import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ownTools } from '../../../bridge/agent/own-tools.ts';
import { ToolList } from '../../../bridge/agent/tool-list.ts';
import { getRuntimeStatus } from '../../../bridge/runtime/get-runtime-status.ts';
import { listingOf } from '../../../src/tools/listing.ts';

/** What a model may be made to read of all tools of all groups. */
const MOST_CHARS = 28_000;
const MOST_DESCRIPTION = 400;

const listed = new ToolList(ownTools, null).listed(null);
const all = [...listed, listingOf(getRuntimeStatus('http://localhost'))];

const dialects = [
  ['http://json-schema.org/draft-07/schema#', () => new Ajv({ strict: true, strictRequired: false })],
  [
    'https://json-schema.org/draft/2020-12/schema',
    () => new Ajv2020({ strict: true, strictRequired: false }),
  ],
] as const;

/** Every schema in a schema, itself included. */
function* within(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield { ...schema };
  for (const part of Object.values(schema)) yield* within(part);
}

describe('what a model is given of all tools', () => {
  it(`is at most ${MOST_CHARS} characters of names, descriptions and arguments`, () => {
    const told = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(JSON.stringify(told).length).toBeLessThanOrEqual(MOST_CHARS);
  });

  it('has no noise', () => {
    for (const { name, inputSchema, outputSchema } of all) {
      const text = JSON.stringify([inputSchema, outputSchema]);
      expect(text, name).not.toMatch(/\$schema|9007199254740991|additionalProperties|"minLength":1\b/);
    }
  });

  it.each(all)('$name has a title, a short description, annotations and both schemas', (tool) => {
    const { title, description, annotations, inputSchema, outputSchema } = tool;
    expect(title).toMatch(/\w/);
    expect(description?.length).toBeLessThan(MOST_DESCRIPTION);
    expect(annotations).toMatchObject({ title, readOnlyHint: expect.any(Boolean) });
    expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
  });

  it.each(dialects)('has schemas of the dialect %s', ($schema, validator) => {
    for (const { name, inputSchema, outputSchema } of all) {
      for (const schema of [inputSchema, outputSchema]) {
        const validate = validator().compile({ ...schema, $schema });
        expect(validate('a text'), name).toBe(false);
      }
    }
  });

  it('has patterns that validators of other languages can read', () => {
    for (const { name, inputSchema, outputSchema } of all) {
      for (const { pattern } of within([inputSchema, outputSchema])) {
        expect(String(pattern ?? ''), name).not.toMatch(/\\[pPkuc]|\(\?/);
      }
    }
  });

  it('forbids no result to say more than its schema does: notices come with any', () => {
    for (const { name, outputSchema } of all) {
      for (const schema of within(outputSchema)) {
        const closed = ['additionalProperties', 'unevaluatedProperties', 'maxProperties', 'propertyNames'];
        expect(Object.keys(schema), name).not.toEqual(expect.arrayContaining([expect.toBeOneOf(closed)]));
      }
    }
  });
});
