import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from '../../bridge/version.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { launchWithExtension } from '../support/browser.ts';
import { runDoctor } from '../support/doctor.ts';
import { startTestPlayground } from '../support/playground.ts';
import { scratchNotebook } from '../support/stack.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const closers: Array<() => Promise<unknown>> = [];
let home: TemporaryFolder;
let tokenFile: string;
let bridge: RunningBridge;

/** A tab on a page of Colab that has lost its objects. */
beforeAll(async () => {
  home = await temporaryFolder('doctor');
  closers.push(() => home.remove());
  tokenFile = join(home.path, 'bridge.json');
  const playground = await startTestPlayground();
  closers.push(() => playground.close());
  const browser = await launchWithExtension({ playground, headed: false });
  closers.push(() => browser.close());
  bridge = await startBridge({ colabUrl: scratchNotebook('no-globals'), tokenFile });
  closers.push(() => bridge.close());
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  expect(await bridge.connect((link) => page.goto(link))).toBe(true);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const examine = () =>
  runDoctor(['--no-browser', '--token-file', tokenFile], { env: { HOME: home.path, PATH: home.path } });

it('the doctor asks the browser: beside a bridge, and in its place', async () => {
  // Connecting asks for it too, but does not wait long for the answer.
  await bridge.client.callTool({ name: 'get_status', arguments: {} });
  const beside = await examine();
  expect(beside.of('extension')).toMatchObject({ status: 'ok', says: `${VERSION}, in a connected notebook` });
  expect(beside.of('port').says).toContain(`process ${bridge.pid}`);
  expect(beside.of('local-network-access').status).toBe('ok');
  expect(beside.of('colab')).toMatchObject({
    status: 'warning',
    says: expect.stringContaining('has changed'),
  });
  expect(beside.code).toBe(0);

  await bridge.kill();
  const inPlace = await examine();
  expect(inPlace.of('port').says).toContain('is free');
  for (const check of ['extension', 'local-network-access', 'colab']) {
    expect(inPlace.of(check)).toEqual(beside.of(check));
  }
});
