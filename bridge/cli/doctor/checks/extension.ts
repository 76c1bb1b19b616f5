import { PROTOCOL, protocolMismatch } from '../../../../src/wire/hello.ts';
import type { TabStatus } from '../../../tabs/bridge-status.ts';
import { VERSION } from '../../../version.ts';
import { findObstacles } from '../browsers/policies.ts';
import type { InstalledExtension } from '../browsers/profiles.ts';
import type { Check, Finding } from '../check.ts';
import { failure, ok, warning } from '../check.ts';
import type { Machine } from '../machine/machine.ts';

const SETUP = 'npx cellwire setup all (unpacks it, and says how to load it)';
const UPDATE = 'npx cellwire@latest setup all, then press the round arrow at Cellwire on chrome://extensions';

/** Over the link, from tabs that are there; else from what the browsers' profiles say. */
export const extension: Check = {
  id: 'extension',
  title: 'Extension',
  run: async ({ machine, options: { opensBrowser }, link, installed, browsers }) => {
    const { status } = await link();
    const heard = (status?.tabs ?? []).flatMap((tab) => tab.extension ?? []);
    if (heard.length > 0) return worst(heard.map(ofTab));
    const found = await installed();
    if (found.length > 0) return best(found.map(ofProfile));
    if (!opensBrowser) {
      return warning(
        'not heard of: no notebook is connected',
        'Open the link that your agent gives, in a browser with the extension',
      );
    }
    return notInstalled(
      machine,
      (await browsers()).map(({ name }) => name),
    );
  },
};

function ofTab({ extensionVersion: version, protocol }: NonNullable<TabStatus['extension']>): Finding {
  const mismatch = protocolMismatch({ version: VERSION, protocol: PROTOCOL }, { version, protocol });
  if (!mismatch) return ofVersion(version, 'in a connected notebook');
  return failure(mismatch.sentence, protocol < PROTOCOL ? UPDATE : 'npx cellwire@latest');
}

function ofProfile({ browser, profile, version, isEnabled, folder, isThere }: InstalledExtension): Finding {
  const where = `in ${browser}, profile "${profile}"`;
  if (!isThere) return failure(`${where}, but its folder is gone: ${folder}`, SETUP);
  if (!isEnabled) return failure(`switched off ${where}`, 'Switch Cellwire on, on chrome://extensions');
  return version === null ? ok(where) : ofVersion(version, where);
}

function ofVersion(version: string, where: string): Finding {
  const order = compareVersions(version, VERSION);
  if (order < 0) return warning(`old: ${version} ${where}, and this is ${VERSION}`, UPDATE);
  if (order > 0)
    return warning(`newer than this program (${VERSION}): ${version} ${where}`, 'npx cellwire@latest');
  return ok(`${version}, ${where}`);
}

async function notInstalled(machine: Machine, browsers: readonly string[]): Promise<Finding> {
  const [rule] = (await findObstacles(machine)).filter(({ stops }) => stops === 'extension');
  if (rule) {
    return failure(
      `not installed, and ${rule.browser}'s rule ${rule.policy} forbids it`,
      'Ask who administers this computer, or use another browser; chrome://policy lists the rules',
    );
  }
  const where = browsers.length === 0 ? '' : ` in ${browsers.join(' or ')}`;
  return failure(`not installed${where}`, SETUP);
}

const RANK = { failure: 2, warning: 1, ok: 0, skipped: 0 } as const;
const byRank = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((one, other) => RANK[one.status] - RANK[other.status]);

/** A tab that does not fit is a fault, whatever the others are. */
const worst = (findings: readonly Finding[]): Finding[] => byRank(findings).slice(-1);
/** One profile that can be used is enough. */
const best = (findings: readonly Finding[]): Finding[] => byRank(findings).slice(0, 1);

/** Below zero: `one` is older. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) =>
    version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let at = 0; at < 4; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
