import { parseArgs } from 'node:util';
import { unknownFlag } from '../flag-values.ts';

export interface DemoOptions {
  help: boolean;
  headless: boolean;
  browser?: string;
  python?: string;
}

const FLAGS = {
  headless: { type: 'boolean' },
  browser: { type: 'string' },
  python: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function demoOptions(args: string[]): DemoOptions {
  const { help = false, headless = false, browser, python } = read(args);
  return {
    help,
    headless,
    ...(browser === undefined ? {} : { browser }),
    ...(python === undefined ? {} : { python }),
  };
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values;
  } catch (error) {
    throw unknownFlag(error);
  }
}

export const helpText =
  (): string => `Shows an agent at work in a notebook of its own, without Google, account or model.

Usage: cellwire demo [options]

It opens a browser with a fresh profile, the extension and a local notebook that looks to them like Colab; an example
agent writes and runs a few cells. Nothing of yours is touched, and all of it is gone afterwards.

  --headless        without a window; a picture is saved instead (so it is where there is no display)
  --browser PATH    the browser to use (default: Chrome, Chromium, Edge or Brave, whichever is found first)
  --python PATH     a Python with jupyter_server and ipykernel, for the cells (default: the pyodide package where it is
                    installed beside Cellwire, else python3)

Exit codes: 0 it was shown; 1 something is missing or went wrong, and it says what; 2 not understood; 130 Ctrl+C.
`;
