import browser from 'webextension-polyfill';
import type { PlatformFacts } from '../start/model/platform.ts';

export async function askPlatform(): Promise<PlatformFacts> {
  const { name, version } = await browser.runtime.getBrowserInfo();
  const { permissions = [], browser_specific_settings } = browser.runtime.getManifest();
  const oldest = browser_specific_settings?.gecko?.strict_min_version;
  return {
    browser: `${name} ${version}`,
    browserVersion: Number.parseInt(version, 10),
    oldestBrowser: oldest === undefined ? null : Number.parseInt(oldest, 10),
    // The manifest asks for it, and Firefox does not tell of what the user did since.
    isPinned: true,
    sites: permissions.filter((one) => one.includes('://')),
    hasLinkDocument: null,
    rulePorts: null,
  };
}

export function onPinned(): void {}
