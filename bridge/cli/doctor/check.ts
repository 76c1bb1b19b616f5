import type { FoundBrowser } from './browsers/find-browsers.ts';
import type { InstalledExtension } from './browsers/profiles.ts';
import type { LinkFacts } from './link/link-facts.ts';
import type { Machine } from './machine/machine.ts';
import type { DoctorOptions } from './options.ts';

/** `skipped`: it could not be looked at, or does not matter here. */
export type Status = 'ok' | 'warning' | 'failure' | 'skipped';

/** One line of the report. */
export interface Finding {
  status: Status;
  /** What was found, in a few words. */
  says: string;
  /** What mends it: a command, where there is one. */
  mend?: string;
  /** In place of the check's own title. */
  title?: string;
}

/** What all checks look at. What takes its time is found out once, when the first of them asks. */
export interface Examination {
  machine: Machine;
  options: DoctorOptions;
  /** Browsers of this machine that can have the extension. */
  browsers: () => Promise<FoundBrowser[]>;
  /** The extension, as the browsers' profiles name it. */
  installed: () => Promise<InstalledExtension[]>;
  /** What is known of the bridge's port, and over it of tabs. */
  link: () => Promise<LinkFacts>;
}

/** One thing that can be wrong. */
export interface Check {
  /** For `--json`. */
  id: string;
  /** For people. */
  title: string;
  run: (on: Examination) => Promise<Finding | Finding[]>;
}

export const ok = (says: string): Finding => ({ status: 'ok', says });
export const skipped = (says: string): Finding => ({ status: 'skipped', says });
export const warning = (says: string, mend: string): Finding => ({ status: 'warning', says, mend });
export const failure = (says: string, mend: string): Finding => ({ status: 'failure', says, mend });
