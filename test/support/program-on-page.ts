import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { BRIDGE_FILE } from './bridge.ts';
import type { OpenBrowser } from './open-notebook.ts';
import { openPanel } from './panel-page.ts';

const LINK = /https:\/\/\S+mcpProxyToken=\S+/;

/** How a command of the program ended, and what it said. */
export interface Ended {
  code: unknown;
  stdout: string;
  said: string;
}

/** Runs a command that looks at a page; its link is opened as a user would, and `meanwhile` the user does something. */
export async function runOnPage(
  page: Page,
  { args, folder }: { args: string[]; folder: string },
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Ended> {
  const token = join(folder, 'token.json');
  const child = spawn(process.execPath, [BRIDGE_FILE, ...args, '--no-browser', '--token-file', token]);
  let [said, stdout] = ['', ''];
  child.stdout.on('data', (piece) => {
    stdout += String(piece);
  });
  const link = new Promise<string>((resolve) => {
    child.stderr.on('data', (piece) => {
      said += String(piece);
      const found = LINK.exec(said)?.[0];
      if (found) resolve(found);
    });
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([link.then((url) => page.goto(url)).then(meanwhile), ended]);
    const [code] = await ended;
    return { code, stdout, said };
  } finally {
    child.kill();
  }
}

/** The user lets the canary do what it does. */
export async function allowCanary(opened: OpenBrowser, page: Page): Promise<void> {
  const panel = await openPanel(opened, page);
  await panel.getByRole('article', { name: /wants to try in this scratch notebook/ }).waitFor();
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await panel.close();
}
