import { PAGE_AGENT_FILE, SESSION_FILE } from '../../background/injected-files.ts';
import { NUMBER_EXPRESSION } from '../../src/wire/pairing.ts';

/** Scripts that the background brings into a tab. */
export const INJECTED_SCRIPTS = [
  { fileName: SESSION_FILE, entry: 'content-scripts/session.iife.ts' },
  // Its value, as the worker gets it, is the number of the page agent that it has registered.
  { fileName: PAGE_AGENT_FILE, entry: 'content-scripts/page.iife.ts', footer: NUMBER_EXPRESSION },
];
