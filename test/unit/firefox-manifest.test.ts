import { describe, expect, it } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { firefoxManifest } from '../../scripts/build/firefox-manifest.ts';

describe('the manifest for Firefox', () => {
  it('reaches the same sites as the one for Chrome, and no others', () => {
    const sites = firefoxManifest.permissions.filter((one) => one.includes('://'));
    expect(sites).toEqual(manifest.host_permissions);
    expect(firefoxManifest.content_scripts.map(({ matches }) => matches)).toEqual(
      manifest.content_scripts.map(({ matches }) => matches),
    );
  });

  it('asks for nothing but what is written down in docs/firefox.md', () => {
    expect(firefoxManifest.permissions.filter((one) => !one.includes('://'))).toEqual([
      'storage',
      'scripting',
      'webRequest',
      'webRequestBlocking',
    ]);
  });

  it('has a background page that stays, and the scripts as they are built', () => {
    expect(firefoxManifest.background.persistent).toBe(true);
    expect(firefoxManifest.content_scripts.flatMap(({ js }) => js)).toEqual([
      'content-scripts/starter.iife.js',
      'content-scripts/page-starter.iife.js',
    ]);
  });
});
