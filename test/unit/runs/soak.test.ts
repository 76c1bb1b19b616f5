import { expect, it } from 'vitest';
import { OutputFollower } from '../../../src/colab/run/output-follower.ts';
import { toLive } from '../../../src/colab/surface/live-output.ts';
import type { Output } from '../../../src/notebook/cell.ts';
import { OutputLog, START } from '../../../src/runs/output-log.ts';
import { heldBytes } from '../../support/heap.ts';

/** A page looks at a running cell 25 times a second at most. */
const LOOKS_PER_MINUTE = 25 * 60;
/** An hour takes a few seconds here: nothing waits. `npm run test:soak` takes longer. */
const MINUTES = Number(process.env.CELLWIRE_SOAK ?? 60);

const display = (text: string): Output => ({
  output_type: 'display_data',
  data: { 'text/plain': [text] },
  metadata: {},
});
const stream = (pieces: string[]): Output => ({ output_type: 'stream', name: 'stdout', text: pieces });

it('an hour of display updates, lines and clearings leaves the heap as it was', () => {
  const follower = new OutputFollower();
  const log = new OutputLog(2_000_000);
  let mark = START;
  let pieces: string[] = [];
  let held = 0;
  for (let look = 0; look < MINUTES * LOOKS_PER_MINUTE; look++) {
    pieces.push(`line ${look}\n`);
    // As Colab does, the page keeps the last lines.
    if (pieces.length > 5_000) pieces = pieces.slice(-5_000);
    // The code clears its output now and then.
    const isCleared = look % 1_000 === 999;
    if (isCleared) pieces = [];
    const shown = isCleared
      ? []
      : [stream(pieces), display(`${look} `.repeat(400)), display(`${look % 100} %`)];
    log.apply(follower.look(shown.map(toLive)));
    // One agent reads on, another comes back from far behind.
    if (look % 7 === 0) ({ mark } = log.since(mark, 20_000));
    if (look % 501 === 0) expect(log.since(START, 1_000).outputs.length).toBeLessThanOrEqual(80);
    if (look === LOOKS_PER_MINUTE) held = heldBytes();
  }
  expect(log.chars).toBeLessThan(2_100_000);
  expect((heldBytes() - held) / 1_000_000).toBeLessThan(8);
}, 600_000);
