import { launchWithExtension } from '../support/browser.ts';
import { startTestPlayground } from '../support/playground.ts';
import { largeNotebookFigures, measureLargeNotebook } from './large-notebook.ts';
import { Notebooks } from './notebooks.ts';
import { printTable } from './report.ts';

const playground = await startTestPlayground();
const browser = await launchWithExtension({ playground });
const notebooks = new Notebooks(browser.context);
try {
  const measured = await measureLargeNotebook(await notebooks.open(10), () => notebooks.open(10_000));
  printTable(largeNotebookFigures(measured));
} finally {
  await notebooks.close();
  await browser.close();
  await playground.close();
}
