import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { EXTENSION_ID } from '../../src/wire/socket.ts';

it('the id of the extension is the one that follows from its key', () => {
  const digits = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex').slice(0, 32);
  const id = [...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  expect(EXTENSION_ID).toBe(id);
});

it('the manifest is as the Web Store wants it', () => {
  expect(manifest.name.length).toBeLessThanOrEqual(75);
  expect(manifest.description.length).toBeLessThanOrEqual(132);
  expect(manifest.version).toMatch(/^\d{1,5}(\.\d{1,5}){0,3}$/);
  expect(manifest.version).toBe(packageJson.version);
  expect(Object.keys(manifest.icons)).toContain('128');
});
