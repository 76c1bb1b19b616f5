import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TWINS } from '../../scripts/build/firefox-twins.ts';
import { projectRoot } from '../../scripts/setup/command.mjs';

/** What of Chrome's own API Firefox has too, and what is a type alone. */
const IN_BOTH = new Set([
  ...['permissions.contains', 'permissions.onAdded', 'permissions.onRemoved', 'permissions.request'],
  ...[
    'runtime',
    'runtime.MessageSender',
    'runtime.Port',
    'runtime.getManifest',
    'runtime.getURL',
    'runtime.id',
  ],
  ...['runtime.lastError', 'runtime.onMessage', 'runtime.openOptionsPage', 'runtime.sendMessage'],
  ...['scripting.ExecutionWorld', 'scripting.executeScript'],
  ...[
    'storage.StorageArea',
    'storage.local',
    'storage.session',
    'storage.session.get',
    'storage.session.onChanged',
  ],
  ...['tabs.connect', 'tabs.get', 'tabs.onActivated', 'tabs.onRemoved', 'tabs.onUpdated', 'tabs.query'],
  ...['tabs.sendMessage', 'tabs.update', 'windows.getCurrent', 'windows.update'],
]);

const USED = /\bchrome\??\.([a-zA-Z]+(?:\??\.[a-zA-Z]+)*)/g;
/** Where a path ends in how it is used, rather than in what it names. */
const USE = /\.(?:addListener|MAIN|ISOLATED)$/;

async function sources(): Promise<string[]> {
  const folders = ['background', 'content-scripts', 'src'];
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(projectRoot, folder), { recursive: true })).map((name) =>
        join(folder, name).replaceAll('\\', '/'),
      ),
    ),
  );
  return listed.flat().filter((name) => /\.tsx?$/.test(name) && !name.includes('/firefox/'));
}

describe('what the extension for Firefox is built from', () => {
  it('asks nothing of the browser that only Chrome has, but where Firefox has a file of its own', async () => {
    const unknown: string[] = [];
    const shared = (await sources()).filter((name) => !(name in TWINS));
    for (const name of shared) {
      // Comments may say what they like.
      const code = (await readFile(join(projectRoot, name), 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      for (const [, path = ''] of code.matchAll(USED)) {
        const named = path.replaceAll('?', '').replace(USE, '');
        if (!IN_BOTH.has(named)) unknown.push(`${name}: chrome.${named}`);
      }
    }
    // Does Firefox have it? Then it belongs above; else into a file with a twin.
    expect(unknown).toEqual([]);
    expect(shared.length).toBeGreaterThan(100);
  });

  it('has each of these files in place of one that is there', async () => {
    const there = new Set(await sources());
    expect(Object.keys(TWINS).filter((name) => !there.has(name))).toEqual([]);
  });
});
