import { isRecord } from '../../../../src/wire/json.ts';
import { EXTENSION_ID } from '../../../../src/wire/socket.ts';
import { pathsOf } from '../../clients/machine.ts';
import type { Machine } from '../machine/machine.ts';
import { isWsl } from '../machine/machine.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { KNOWN_BROWSERS } from './known-browsers.ts';

/** The extension in one profile of one browser. */
export interface InstalledExtension {
  browser: string;
  profile: string;
  /** The version that the browser has loaded; null when it does not say. */
  version: string | null;
  isEnabled: boolean;
  /** The folder it was loaded from; null when it came from the store. */
  folder: string | null;
  /** Whether that folder is still there. */
  isThere: boolean;
  /** Whether the user lets it reach this computer and Colab, as it asks for. */
  hasSiteAccess: boolean;
}

/** Which of the two it is in, differs from system to system. */
const FILES = ['Secure Preferences', 'Preferences'];
/** What the extension dials its server by. */
const NEEDED_HOST = 'ws://127.0.0.1/*';

/** Our extension, as the profiles of the user's browsers name it. Nothing else is taken from them. */
export async function findInstalled(machine: Machine): Promise<InstalledExtension[]> {
  const found = await Promise.all(
    KNOWN_BROWSERS.map(async (browser) => {
      const folders = await foldersOf(browser, machine);
      return Promise.all(folders.map((folder) => inFolder(browser.name, folder, machine)));
    }),
  );
  return found.flat(2);
}

async function foldersOf({ linuxProfiles, mac, windows }: KnownBrowser, machine: Machine): Promise<string[]> {
  const { platform, env, home, list } = machine;
  const paths = pathsOf(machine);
  if (platform === 'win32') {
    return [paths.join(env.LOCALAPPDATA || paths.join(home, 'AppData', 'Local'), windows.profiles)];
  }
  if (platform === 'darwin') return [paths.join(home, 'Library', 'Application Support', mac.profiles)];
  const config = env.XDG_CONFIG_HOME || paths.join(home, '.config');
  const own = linuxProfiles.map((folder) =>
    folder.startsWith('~/') ? paths.join(home, folder.slice(2)) : paths.join(config, folder),
  );
  if (!(await isWsl(machine))) return own;
  const users = await list('/mnt/c/Users');
  const below = windows.profiles.replaceAll('\\', '/');
  return [...own, ...users.map((user) => `/mnt/c/Users/${user}/AppData/Local/${below}`)];
}

async function inFolder(browser: string, folder: string, machine: Machine): Promise<InstalledExtension[]> {
  const paths = pathsOf(machine);
  const names = await machine.list(folder);
  const profiles = names.filter((name) => /^(?:Default|Profile \d+)$/.test(name));
  const found = await Promise.all(
    profiles.map(async (profile) => {
      for (const file of FILES) {
        const settings = settingsIn(await machine.readText(paths.join(folder, profile, file)));
        if (settings) return [await describe(browser, profile, settings, machine)];
      }
      return [];
    }),
  );
  return found.flat();
}

function settingsIn(text: string | null): Record<string, unknown> | null {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // Being written at this moment, or damaged: then it tells nothing.
  }
  for (const name of ['extensions', 'settings', EXTENSION_ID]) value = isRecord(value) ? value[name] : null;
  return isRecord(value) ? value : null;
}

async function describe(
  browser: string,
  profile: string,
  settings: Record<string, unknown>,
  machine: Machine,
): Promise<InstalledExtension> {
  const { path, disable_reasons: reasons, state, active_permissions: active } = settings;
  const { service_worker_registration_info: worker, manifest } = settings;
  const loaded = isRecord(worker) ? worker.version : isRecord(manifest) ? manifest.version : null;
  const folder = typeof path === 'string' && isAbsolute(path) ? path : null;
  const manifestOnDisk =
    folder === null ? null : await machine.readText(seenFrom(`${folder}/manifest.json`, machine));
  const hosts = isRecord(active) && Array.isArray(active.explicit_host) ? active.explicit_host : null;
  // A list of today, a number of bits before; `state` is older still.
  const isDisabled = (Array.isArray(reasons) ? reasons.length > 0 : Number(reasons ?? 0) > 0) || state === 0;
  return {
    browser,
    profile,
    version: typeof loaded === 'string' ? loaded : versionIn(manifestOnDisk),
    isEnabled: !isDisabled,
    folder,
    isThere: folder === null || manifestOnDisk !== null,
    hasSiteAccess: hosts === null || hosts.includes(NEEDED_HOST),
  };
}

function versionIn(manifest: string | null): string | null {
  return /"version"\s*:\s*"([\d.]+)"/.exec(manifest ?? '')?.[1] ?? null;
}

/** Those of the store are named by a part of a path. */
const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** A path of Windows, seen from Linux inside of it. */
function seenFrom(path: string, { platform }: Machine): string {
  if (platform !== 'linux') return path;
  return path
    .replaceAll('\\', '/')
    .replace(/^([A-Za-z]):\//, (_whole, drive: string) => `/mnt/${drive.toLowerCase()}/`);
}
