import { setTimeout as pause } from 'node:timers/promises';
import type { NotebookTab } from '../support/notebook-tab.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';
import type { BridgeUnderFault } from './bridge-under-fault.ts';
import type { Random } from './random.ts';
import type { Witness } from './witness.ts';

export interface Scene {
  browser: PlainBrowser;
  tab: NotebookTab;
  bridge: BridgeUnderFault;
  witness: Witness;
  random: Random;
  /** Nothing gets through now: people are to be shown so, before long. */
  isShut: (why: string) => Promise<void>;
}

export interface Fault {
  name: string;
  weight: number;
  /** Whether the page is another one afterwards. */
  endsPage?: true;
  /** It takes many seconds: left out where there is little time. */
  isLong?: true;
  happen: (scene: Scene) => Promise<void>;
}

/** A worker that sleeps already cannot be stopped. */
const WORKER_MS = 3_000;
/** Now and then long enough for people to be shown it. */
const LOOK_AT_IT = 0.3;

export const FAULTS: readonly Fault[] = [
  {
    name: 'worker stopped',
    weight: 10,
    async happen({ browser }) {
      // Who is spoken to wakes up.
      await browser.inExtension(`void chrome.runtime.sendMessage({ to: 'nobody' }).catch(() => {})`);
      const stopped = new AbortController();
      await Promise.race([browser.stopWorker(), pause(WORKER_MS, null, { signal: stopped.signal })]);
      stopped.abort();
    },
  },
  {
    name: 'offscreen document closed',
    weight: 9,
    async happen({ browser }) {
      // There may be none at the moment.
      await browser.inExtension('chrome.offscreen.closeDocument().catch(() => {})');
    },
  },
  // Not often: Chrome switches off an extension that is reloaded five times within a short while.
  { name: 'extension reloaded', weight: 3, happen: ({ browser }) => browser.reloadExtension() },
  { name: 'socket closed', weight: 7, happen: ({ bridge }) => bridge.onSockets('close') },
  { name: 'socket reset', weight: 7, happen: ({ bridge }) => bridge.onSockets('reset') },
  { name: 'cut mid-frame, to the tab', weight: 7, happen: ({ bridge }) => bridge.onSockets('cut-sending') },
  {
    name: 'cut mid-frame, from the tab',
    weight: 7,
    happen: ({ bridge }) => bridge.onSockets('cut-receiving'),
  },
  {
    name: 'socket half-open',
    weight: 7,
    async happen({ bridge, random }) {
      const ms = random.between(200, 3_000);
      await bridge.onSockets('half-open', ms);
      await pause(ms);
    },
  },
  {
    name: 'bridge killed',
    weight: 8,
    async happen({ bridge, random, isShut }) {
      const away = random.between(0, 800);
      const isLookedAt = random.chance(LOOK_AT_IT);
      await bridge.killAndRestart(() => (isLookedAt ? isShut('the bridge was killed') : pause(away)));
    },
  },
  {
    // Long enough for the tab to dial seldom.
    name: 'bridge away for long',
    weight: 1,
    isLong: true,
    async happen({ bridge, random }) {
      const away = random.between(1_000, random.chance(0.3) ? 120_000 : 20_000);
      await bridge.killAndRestart(() => pause(away));
    },
  },
  {
    name: 'bridge stopped for a while',
    weight: 7,
    happen: ({ bridge, random }) => bridge.stopFor(random.between(1_000, 3_000)),
  },
  {
    name: 'bridge stopped for long',
    weight: 1,
    isLong: true,
    happen: ({ bridge, random }) => bridge.stopFor(random.between(8_000, 20_000)),
  },
  { name: 'tab reloaded', weight: 9, endsPage: true, happen: ({ tab }) => tab.reload() },
  {
    name: 'tab discarded',
    weight: 5,
    endsPage: true,
    async happen({ tab, random, isShut }) {
      await tab.hide();
      await tab.discard();
      if (random.chance(LOOK_AT_IT)) await isShut('the tab was discarded');
      await tab.show();
    },
  },
  {
    // Longer than the link keeps a socket for a tab without a page.
    name: 'tab discarded for long',
    weight: 1,
    endsPage: true,
    isLong: true,
    async happen({ tab, random }) {
      await tab.hide();
      await tab.discard();
      await pause(random.between(20_000, 40_000));
      await tab.show();
    },
  },
  {
    name: 'tab crashed',
    weight: 5,
    endsPage: true,
    async happen({ tab, random, isShut }) {
      await tab.crash();
      if (random.chance(LOOK_AT_IT)) await isShut('the tab has crashed');
      await tab.reload();
    },
  },
  {
    name: 'tab frozen',
    weight: 7,
    happen: (scene) => freeze(scene, scene.random.between(300, 2_500)),
  },
  {
    // Longer than the link waits for a sign of life.
    name: 'tab frozen for long',
    weight: 1,
    isLong: true,
    happen: (scene) => freeze(scene, scene.random.between(31_000, 36_000)),
  },
  {
    name: 'kernel restarted',
    weight: 5,
    async happen({ witness }) {
      // It need not have one yet.
      await witness.inPage('void colab.global.notebook.kernel.restart().catch(() => {})');
    },
  },
];

async function freeze({ tab }: Scene, ms: number): Promise<void> {
  await tab.hide();
  const thaw = await tab.freeze();
  await pause(ms);
  await thaw();
  await tab.show();
}
