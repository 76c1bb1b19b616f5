import { expect, test } from 'vitest';
import { pythonChecker } from '../../scripts/checks/python-sources.ts';

const check = pythonChecker({ 'line-length': 60, lint: { select: ['F'] } });

test('Python is linted and formatted as the options say', () => {
  const { formatted, problems } = check("import os\nx = f(  'a',\n 1)\n");
  expect(problems.map(({ row, text }) => `${row} ${text.split(' ')[0]}`)).toEqual(['1 F401', '2 F821']);
  expect(formatted).toBe('import os\n\nx = f("a", 1)\n');
  expect(check('x = 1\n')).toEqual({ formatted: 'x = 1\n', problems: [] });
});

test('Python that does not parse is a problem, and stays as it is', () => {
  const source = 'def (:\n';
  const { formatted, problems } = check(source);
  expect(formatted).toBe(source);
  expect(problems.length).toBeGreaterThan(0);
});
