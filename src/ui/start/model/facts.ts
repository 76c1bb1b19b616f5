import { COLAB_HOSTS } from '../../../wire/colab-site.ts';
import type { DialFailure, LastMet, TabState } from '../../../wire/pushed-state.ts';
import { isNotebook } from '../../shared/tell.ts';
import type { PlatformFacts } from './platform.ts';
import { askPlatform, onPinned } from './platform.ts';

/** What is told by itself whenever it changes. */
export interface PushedFacts {
  states: readonly TabState[];
  lastMet: LastMet | null;
  failures: readonly DialFailure[];
}

/** What the browser says when it is asked. */
export interface BrowserFacts extends PlatformFacts {
  version: string;
  /** Sites that the user, or a rule of the computer's, keeps from Cellwire. */
  missingSites: string[];
  colabTabs: number;
  /** Those of them that have no Cellwire in them. */
  silentTabs: number;
}

export type Facts = PushedFacts & BrowserFacts;

const COLAB = COLAB_HOSTS.map((host) => `https://${host}/*`);

export async function askBrowser(): Promise<BrowserFacts> {
  const [platform, tabs] = await Promise.all([askPlatform(), chrome.tabs.query({ url: COLAB })]);
  const { sites } = platform;
  const granted = await Promise.all(sites.map((site) => chrome.permissions.contains({ origins: [site] })));
  // One that sleeps has no scripts until the user looks at it.
  const awake = tabs.filter(({ discarded, status }) => !discarded && status === 'complete');
  const answers = await Promise.all(awake.map(({ id }) => id !== undefined && isNotebook(id)));
  return {
    ...platform,
    version: chrome.runtime.getManifest().version,
    missingSites: sites.filter((_, place) => !granted[place]),
    colabTabs: tabs.length,
    silentTabs: answers.filter((isThere) => !isThere).length,
  };
}

/** Whatever may change the browser's answers. */
export function onBrowserNews(tell: () => void): void {
  chrome.permissions.onAdded.addListener(tell);
  chrome.permissions.onRemoved.addListener(tell);
  chrome.tabs.onUpdated.addListener((_, { status }) => {
    if (status === 'complete') tell();
  });
  chrome.tabs.onRemoved.addListener(tell);
  onPinned(tell);
  addEventListener('focus', tell);
}
