import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright';
import { Inbox } from '../support/inbox.ts';

export const floorExtension = join(import.meta.dirname, 'floor-extension');

export interface Floor {
  page: Page;
  /** One message of this many bytes to the page and back, over stdio, a socket, the link and the session. */
  echo: (bytes: number) => Promise<void>;
  close: () => void;
}

/** The same hops as a tool call takes, with nothing done at either end. */
export async function startFloor(context: BrowserContext, notebookUrl: string): Promise<Floor> {
  const relay = spawn(process.execPath, [join(import.meta.dirname, 'floor-relay.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = new Inbox<string>();
  createInterface({ input: relay.stdout }).on('line', (line) => lines.put(line));
  const port = await lines.take();
  const page = await context.newPage();
  await page.goto(`${notebookUrl}#floorPort=${port}`);
  await lines.take();
  return {
    page,
    echo: async (bytes) => {
      relay.stdin.write(`${JSON.stringify({ echo: 'x'.repeat(bytes) })}\n`);
      await lines.take();
    },
    close: () => relay.stdin.end(),
  };
}
