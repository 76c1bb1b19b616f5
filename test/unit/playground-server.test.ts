import { get } from 'node:https';
import { expect, test } from 'vitest';
import { readFlags, UsageError } from '../../playground/server/flags.ts';
import { startPlayground } from '../../playground/server/server.ts';

test('flags have defaults and clear errors', () => {
  expect(readFlags([])).toEqual({ port: 0, kernel: 'pyodide' });
  expect(readFlags(['--port', '8443', '--kernel', 'pyodide'])).toEqual({ port: 8443, kernel: 'pyodide' });
  expect(readFlags(['--kernel', 'jupyter', '--python', '/bin/python'])).toEqual({
    port: 0,
    kernel: 'jupyter',
    python: '/bin/python',
  });
  expect(() => readFlags(['--kernel', 'fortran'])).toThrow(/unknown kernel "fortran"; there is: pyodide/);
  expect(() => readFlags(['--port', '99999'])).toThrow(UsageError);
  expect(() => readFlags(['--prot', '1'])).toThrow(UsageError);
});

test('serves on loopback, never a file from outside its folders', async () => {
  const playground = await startPlayground({ port: 0, kernel: 'pyodide' });
  try {
    expect(playground.url).toBe(`https://localhost:${playground.port}/notebooks/empty.ipynb`);
    expect(await statusOf(playground.port, '/nowhere')).toBe(404);
    expect(await statusOf(playground.port, '/pyodide/..%2f..%2fpackage.json')).toBe(404);
    expect(await statusOf(playground.port, '/%')).toBe(400);
  } finally {
    await playground.close();
  }
});

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
