import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectVariableSource } from '../../../src/kernel/look-inside.ts';
import { Secrets } from '../../../src/secrets/secrets.ts';
import { describePython } from '../../support/python.ts';
import { answer, loop, removeStateFolder, useStateFolder } from './state-python.ts';

const KEY = `github_pat_11ABCDEFG0${'kry5cjqx4bipw3ahov29gnu18fmt07elsz6d'.repeat(2)}`.slice(0, 93);
const PIN = '482915733104';

describePython('a secret that our own scripts cut, or tell as a number', (python, engine) => {
  const secrets = new Secrets();
  let folder = '';
  beforeAll(async () => {
    secrets.keep('KEY', KEY);
    secrets.keep('PIN', PIN);
    folder = await useStateFolder(python());
    await python().run(`from decimal import Decimal
from pathlib import PurePosixPath
key, pin = ${JSON.stringify(KEY)}, ${PIN}
before = "x" * 130 + " Authorization: Bearer "
nested = {"name": "prod", "auth": {"github": key, "n": 1}, "bytes": key.encode()}
held = [PurePosixPath("/" + "x" * 150 + key), key, pin]`);
  });
  afterAll(() => {
    if (engine === 'ipython') removeStateFolder(folder);
  });

  function expectNothingOf(told: Record<string, unknown>): string {
    const text = JSON.stringify(secrets.data(told));
    for (let at = 0; at + 8 <= KEY.length; at++) expect(text).not.toContain(KEY.slice(at, at + 8));
    expect(text).not.toContain(PIN);
    return text;
  }
  const expectTakenOut = (told: Record<string, unknown>): void =>
    expect(expectNothingOf(told)).toContain('[secret]');

  it.each(['nested', 'held', 'key', 'pin', 'held[0]'])('is taken out of what %s holds', async (path) => {
    for (const maxChars of [90, 130, 200, 400, 1000]) {
      expectNothingOf(await answer(python().call(inspectVariableSource, { path, maxChars })));
    }
    expectTakenOut(await answer(python().call(inspectVariableSource, { path })));
  });

  it.runIf(engine === 'ipython')('is taken out of arrays and tables', async () => {
    await python().run(`import numpy, pandas
array = numpy.array([key])
table = pandas.DataFrame({"user": ["a", "b"], "token": [key, key]})
numbers = pandas.Series([pin])
wide = pandas.DataFrame({"y" * 60 + key: [1]})`);
    for (const path of ['array', 'table', 'numbers', 'wide']) {
      expectTakenOut(await answer(python().call(inspectVariableSource, { path })));
    }
  });

  it('is taken out of results and errors of a loop', async () => {
    const results = await loop(python(), { name: 'cut', items: 'range(2)', body: 'before + key' });
    expectTakenOut(results);
    expectTakenOut(await loop(python(), { name: 'shown', items: 'range(2)', body: '[before + key]' }));
    const numbers = await loop(python(), { name: 'pin', items: 'range(1)', body: 'pin' });
    expect(numbers.results).toEqual([Number(PIN)]);
    expectTakenOut(numbers);
    const body = 'raise RuntimeError("y" * 205 + " GET https://api?token=" + key)';
    expectTakenOut(await loop(python(), { name: 'error', items: 'range(1)', body, onError: 'skip' }));
  });
});
