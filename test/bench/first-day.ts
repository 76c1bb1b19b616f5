import { firstNotebook } from '../support/first-notebook.ts';
import { installPackage } from '../support/installed-package.ts';
import { type BridgeStart, measureBridgeStart } from './bridge-start.ts';

const STARTS = 20;

/** From the packed file to a notebook: what each of the three steps took. */
export interface FirstDay {
  installMs: number;
  setupMs: number;
  connectMs: number;
}

/** What a user has of the packed file: its first notebook, and how soon an agent has an answer. */
export async function measureFirstDay(): Promise<{ start: BridgeStart; firstNotebook: FirstDay }> {
  const installed = await installPackage();
  try {
    const start = await measureBridgeStart(STARTS, installed.program);
    const { setupMs, connectMs, close } = await firstNotebook(installed);
    await close();
    return { start, firstNotebook: { installMs: installed.installMs, setupMs, connectMs } };
  } finally {
    await installed.remove();
  }
}

export function inWords({ installMs, setupMs, connectMs }: FirstDay): string {
  const [all, install, setup, connect] = [installMs + setupMs + connectMs, installMs, setupMs, connectMs].map(
    (ms) => `${(ms / 1000).toFixed(1)} s`,
  );
  return `From the packed file to a connected notebook: ${all} (npm install ${install}, setup ${setup}, browser and connection ${connect}).`;
}
