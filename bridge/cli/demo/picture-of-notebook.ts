import { writeFile } from 'node:fs/promises';
import type { CdpPipe } from './cdp-pipe.ts';

const WIDTH = 1_280;
const TALLEST = 4_000;
const LOWEST = 600;

/** From the top of the notebook to the end of its last cell, and what is around. */
const HEIGHT = `(() => {
  const cells = [...document.querySelectorAll('.notebook-cell-list > .cell')];
  const edge = (cell, side) => cell ? cell.getBoundingClientRect()[side] : 0;
  return Math.ceil(edge(cells.at(-1), 'bottom') - edge(cells[0], 'top')) + 240;
})()`;

/** The chart is drawn in a frame of its own, which is as high as the chart once that is there. */
const DRAWN = `new Promise((done) => {
  document.querySelector('#notebook-main')?.scrollTo(0, 0);
  const end = Date.now() + 5_000;
  const isDrawn = (frame) => frame.clientHeight > 100;
  const look = () => [...document.querySelectorAll('iframe')].every(isDrawn) || Date.now() > end ? done() : setTimeout(look, 50);
  look();
})`;

/** Saves all of the notebook that a tab shows. It scrolls inside the page, and only what is in view is drawn. */
export async function savePicture(cdp: CdpPipe, session: string, file: string): Promise<void> {
  const show = async (height: number): Promise<void> => {
    const size = { width: WIDTH, height, deviceScaleFactor: 1, mobile: false };
    await cdp.send('Emulation.setDeviceMetricsOverride', size, session);
    await cdp.evaluate(DRAWN, session);
  };
  await show(TALLEST);
  await show(Math.min(TALLEST, Math.max(LOWEST, Number(await cdp.evaluate(HEIGHT, session)))));
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'png' }, session);
  await writeFile(file, Buffer.from(String(data), 'base64'));
}
