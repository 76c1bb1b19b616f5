import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { firefoxManifest } from '../../scripts/build/firefox-manifest.ts';

const CANDIDATES = ['firefox-esr', 'firefox'];

/** A Firefox that is new enough for the extension; `CELLWIRE_FIREFOX` names one. Null where there is none. */
export async function findFirefox(): Promise<string | null> {
  const named = process.env.CELLWIRE_FIREFOX;
  const oldest = Number.parseInt(firefoxManifest.browser_specific_settings.gecko.strict_min_version, 10);
  for (const candidate of named === undefined ? CANDIDATES : [named]) {
    const { stdout } = await promisify(execFile)(candidate, ['--version']).catch(() => ({ stdout: '' }));
    const version = Number(/Firefox (\d+)/.exec(stdout)?.[1] ?? 0);
    if (version >= oldest) return candidate;
  }
  return null;
}
