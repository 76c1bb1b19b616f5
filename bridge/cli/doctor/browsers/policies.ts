import { isRecord } from '../../../../src/wire/json.ts';
import { EXTENSION_ID } from '../../../../src/wire/socket.ts';
import type { Machine } from '../machine/machine.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { KNOWN_BROWSERS } from './known-browsers.ts';

type Policies = Record<string, unknown>;

/** A rule of an administrator that stands in the way. */
export interface Obstacle {
  browser: string;
  /** As `chrome://policy` lists it. */
  policy: string;
  stops: 'extension' | 'local-network';
}

const REG_LINE = /^ {4}(\S+) +REG_\w+ +(.*)$/;

/** The rules that would keep the extension out of a browser, or the browser from this computer. */
export async function findObstacles(machine: Machine): Promise<Obstacle[]> {
  const all = await Promise.all(
    KNOWN_BROWSERS.map(async (browser) => {
      const policies = await policiesOf(browser, machine);
      return obstaclesIn(policies).map((found) => ({ browser: browser.name, ...found }));
    }),
  );
  return all.flat();
}

async function policiesOf(
  browser: KnownBrowser,
  { platform, list, readText, output }: Machine,
): Promise<Policies> {
  if (platform === 'win32') {
    const hives = ['HKLM', 'HKCU'].map((hive) =>
      output('reg', ['query', `${hive}\\SOFTWARE\\Policies\\${browser.windows.policies}`, '/s']),
    );
    return Object.assign({}, ...(await Promise.all(hives)).map((told) => fromRegistry(told ?? '')));
  }
  if (platform === 'darwin') {
    const file = `/Library/Managed Preferences/${browser.mac.policies}.plist`;
    return recordIn(await output('plutil', ['-convert', 'json', '-o', '-', file]));
  }
  const folder = browser.linuxPolicies;
  const names = (await list(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readText(`${folder}/${name}`)));
  return Object.assign({}, ...texts.map(recordIn));
}

function obstaclesIn(policies: Policies): Array<Omit<Obstacle, 'browser'>> {
  const forExtension = [
    isBlocked(policies) && 'ExtensionInstallBlocklist',
    isSetToBlocked(policies) && 'ExtensionSettings',
    Number(policies.ExtensionDeveloperModeSettings) === 1 && 'ExtensionDeveloperModeSettings',
  ];
  const lists = ['LoopbackNetworkBlockedForUrls', 'LocalNetworkAccessBlockedForUrls'];
  const forNetwork = lists.filter((name) => textsIn(policies[name]).some(coversUs));
  return [
    ...forExtension.flatMap((policy) => (policy ? [{ policy, stops: 'extension' as const }] : [])),
    ...forNetwork.map((policy) => ({ policy, stops: 'local-network' as const })),
  ];
}

/** Who blocks all, blocks those that were loaded from a folder, whatever else is allowed. */
function isBlocked({
  ExtensionInstallBlocklist: blocked,
  ExtensionInstallAllowlist: allowed,
}: Policies): boolean {
  const names = textsIn(blocked);
  return (names.includes('*') && !textsIn(allowed).includes(EXTENSION_ID)) || names.includes(EXTENSION_ID);
}

function isSetToBlocked({ ExtensionSettings: settings }: Policies): boolean {
  const all = typeof settings === 'string' ? recordIn(settings) : settings;
  if (!isRecord(all)) return false;
  const rule = all[EXTENSION_ID] ?? all['*'];
  return isRecord(rule) && (rule.installation_mode === 'blocked' || rule.installation_mode === 'removed');
}

const coversUs = (pattern: string): boolean => pattern === '*' || pattern.startsWith('chrome-extension://');

/** A list of policies is a key of its own, with a value for each entry. */
function fromRegistry(told: string): Policies {
  const policies: Policies = {};
  let list: string | null = null;
  for (const line of told.split(/\r?\n/)) {
    const [, name, value] = REG_LINE.exec(line) ?? [];
    if (/^HKEY_/.test(line)) list = line.split('\\').at(-1) ?? null;
    else if (name === undefined || value === undefined) continue;
    else if (/^\d+$/.test(name) && list !== null) policies[list] = [...textsIn(policies[list]), value];
    else policies[name] = value;
  }
  return policies;
}

function recordIn(text: string | null): Policies {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function textsIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [];
  return all.filter((one) => typeof one === 'string');
}
