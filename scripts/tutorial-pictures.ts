import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStack } from '../test/support/stack.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { projectRoot } from './setup/command.mjs';
import { findJupyter } from './setup/find-jupyter.mjs';
import { analysis } from './tutorial/analysis.ts';

/**
 * `npm run pictures`: does what docs/tutorial.md tells, in the playground, and makes its pictures on the way. Fails where
 * a call of the tutorial does. Needs `npm run build`, and a Python with pandas and matplotlib.
 */
const SIZE = { width: 1_000, height: 1_000 };
/** Where the question stands. */
const CORNER = { x: 400, y: 0, width: 600, height: 400 };
const OWN_NOTEBOOK = 'https://colab.research.google.com/drive/rides';
const CONSENT_CARD = '#cellwire-consent';
const docs = (name: string): string => join(projectRoot, 'docs', 'tutorial', name);

if (!(await findJupyter()))
  throw new Error('There is no Python with Jupyter, pandas and matplotlib here: see CONTRIBUTING.md.');

const folder = await temporaryFolder('tutorial');
await copyFile(docs('rides.csv'), join(folder.path, 'rides.csv'));
const stack = await startStack({ kernel: 'jupyter', clientName: 'Claude Code', saveDir: folder.path });
const { page, client, browser } = stack;

async function call(name: string, args: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  console.log(name);
}

try {
  await page.setViewportSize(SIZE);
  await call('upload_file', { from: 'rides.csv' });
  for (const step of analysis) await call(step.tool, step.arguments);
  // The chart is in a frame, which loads by itself.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('iframe')].some(({ clientHeight }) => clientHeight > 100),
  );
  await page.evaluate(() => document.querySelector('#notebook-main')?.scrollTo(0, 0));
  await page.screenshot({ path: docs('analysis.png') });
  await call('download_file', { path: 'by-weekday.csv' });
  await call('save_checkpoint', { name: 'rides' });

  // Another notebook asks first, in a tab that the extension opens; nobody answers here.
  const opened = browser.context.waitForEvent('page');
  client.callTool({ name: 'attach_notebook', arguments: { notebook: OWN_NOTEBOOK } }).catch(() => {});
  const own = await opened;
  await own.setViewportSize(SIZE);
  await own.locator(CONSENT_CARD).waitFor();
  await own.locator('.cell').first().waitFor();
  await own.screenshot({ path: docs('question.png'), clip: CORNER });
} finally {
  await stack.close();
  await folder.remove();
}
