import { expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { shapeOutputs } from '../../../src/outputs/shape-outputs.ts';
import { DOT_PNG } from './pictures.ts';

const result = (data: unknown, metadata: unknown = {}): Output => ({
  output_type: 'execute_result',
  data,
  metadata,
  execution_count: 3,
});
const shapedOf = async (output: Output, asLines = false) =>
  (await shapeOutputs([output], { asLines })).outputs[0];

it('leaves out what is empty, and what is said elsewhere', async () => {
  expect(await shapedOf(result({ 'text/plain': '4' }))).toEqual({
    output_type: 'execute_result',
    data: { 'text/plain': '4' },
  });
  expect(await shapedOf(result({ 'text/plain': '4' }, { of: 'ours' }))).toHaveProperty('metadata');
});

it('tells of markup only where nothing else tells what it is', async () => {
  const html = '<b>bold</b>';
  expect(await shapedOf(result({ 'text/plain': 'bold', 'text/html': html }))).toMatchObject({
    data: { 'text/plain': 'bold' },
  });
  expect(await shapedOf(result({ 'text/plain': 'bold', 'text/html': html }))).not.toHaveProperty([
    'data',
    'text/html',
  ]);
  expect(await shapedOf(result({ 'text/plain': '<HTML object>', 'text/html': html }))).toHaveProperty(
    ['data', 'text/html'],
    expect.stringContaining('bold'),
  );
});

it('gives a picture without the name of its class', async () => {
  const picture = { 'text/plain': '<Figure size 640x480 with 1 Axes>', 'image/png': DOT_PNG };
  expect(await shapedOf(result(picture))).not.toHaveProperty(['data', 'text/plain']);
  const named = { 'text/plain': 'a red dot', 'image/png': DOT_PNG };
  expect(await shapedOf(result(named))).toHaveProperty(['data', 'text/plain'], 'a red dot');
});

it('gives all of it, where outputs are as nbformat has them', async () => {
  const all = { 'text/plain': '<Figure>', 'text/html': '<b></b>', 'image/png': DOT_PNG };
  const shaped = await shapedOf(result(all), true);
  expect(shaped).toMatchObject({ metadata: {}, execution_count: 3 });
  expect(Object.keys(Object(shaped?.data))).toEqual(Object.keys(all));
});
