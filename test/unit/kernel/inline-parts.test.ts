import { expect, test } from 'vitest';
import { inlineParts } from '../../../src/kernel/inline-parts.ts';
import { inspectVariableSource, listVariablesSource } from '../../../src/kernel/look-inside.ts';

test('what a script imports from other files of ours is put in front of it, once', () => {
  const parts = {
    low: 'import sys\n\nLOW = 1\n',
    high: 'from low import (\n    LOW,\n)\n\nHIGH = LOW\n',
  };
  const source =
    'import json\n\nfrom high import HIGH\nfrom low import LOW\nfrom os import path\n\nprint(HIGH, LOW)\n';
  expect(inlineParts(source, parts).replace(/\n+/g, '\n')).toBe(
    'import sys\nLOW = 1\nHIGH = LOW\nimport json\nfrom os import path\nprint(HIGH, LOW)\n',
  );
});

/** In one namespace, the later of two things of one name would stand for both. */
test.each([
  ['list_variables', listVariablesSource],
  ['inspect_variable', inspectVariableSource],
])('the parts of %s name different things differently', (_, source) => {
  const names = [...source.matchAll(/^(?:def |class )?(\w+)(?:\(| =)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(source).not.toMatch(/^from (safe_values|library_values|labels|variable_path|\w+_details) /m);
});
