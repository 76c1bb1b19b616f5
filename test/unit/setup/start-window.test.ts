import { expect, it } from 'vitest';
import { hasDisplay } from '../../../scripts/example/display.ts';
import { startWindow } from '../../../scripts/example/start-window.ts';

const start = (script: string) => startWindow(process.execPath, ['-e', script]);

it('a browser that cannot open a window says why', async () => {
  const { stays } = start('console.error("Missing X server or $DISPLAY"); process.exit(1)');
  await expect(stays).rejects.toThrow(
    `${process.execPath} could not open a window: Missing X server or $DISPLAY`,
  );
});

it('a browser that is not there is told as that', async () => {
  await expect(startWindow('/nowhere/chromium (1)', []).stays).rejects.toThrow(
    '/nowhere/chromium (1) could not open a window: spawn /nowhere/chromium (1) ENOENT',
  );
});

it('one that hands its address over to an open window has done its work', async () => {
  await expect(start('').stays).resolves.toBeUndefined();
});

it.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { DISPLAY: ':0', CI: 'true' }, false],
  ['darwin', {}, true],
  ['win32', {}, true],
] as const)('a window on %s with %j would be seen: %s', (platform, env, expected) => {
  expect(hasDisplay({ platform, env })).toBe(expected);
});
