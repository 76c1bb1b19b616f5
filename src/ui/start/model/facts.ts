import { COLAB_HOSTS } from '../../../wire/colab-site.ts';
import type { DialFailure, LastMet, TabState } from '../../../wire/pushed-state.ts';
import { isNotebook } from '../../shared/tell.ts';

/** What is told by itself whenever it changes. */
export interface PushedFacts {
  states: readonly TabState[];
  lastMet: LastMet | null;
  failures: readonly DialFailure[];
}

/** What the browser says when it is asked. */
export interface BrowserFacts {
  version: string;
  /** As the browser calls itself, for people. */
  browser: string;
  browserVersion: number | null;
  oldestBrowser: number | null;
  /** Whether the icon is on the toolbar. */
  isPinned: boolean;
  /** Sites that Cellwire needs and the user, or a rule of the computer's, keeps from it. */
  missingSites: string[];
  /** Whether the document that holds the links is there. */
  hasLinkDocument: boolean;
  /** The ports of servers whose sockets get Colab's origin. */
  rulePorts: number[];
  colabTabs: number;
  /** Those of them that have no Cellwire in them. */
  silentTabs: number;
}

export type Facts = PushedFacts & BrowserFacts;

const COLAB = COLAB_HOSTS.map((host) => `https://${host}/*`);

export async function askBrowser(): Promise<BrowserFacts> {
  const manifest = chrome.runtime.getManifest();
  const sites: string[] = manifest.host_permissions ?? [];
  const [settings, granted, documents, rules, tabs] = await Promise.all([
    chrome.action.getUserSettings(),
    Promise.all(sites.map((site) => chrome.permissions.contains({ origins: [site] }))),
    chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] }),
    chrome.declarativeNetRequest.getSessionRules(),
    chrome.tabs.query({ url: COLAB }),
  ]);
  // One that sleeps has no scripts until the user looks at it.
  const awake = tabs.filter(({ discarded, status }) => !discarded && status === 'complete');
  const answers = await Promise.all(awake.map(({ id }) => id !== undefined && isNotebook(id)));
  const [name, version] = browserName(navigator.userAgent);
  return {
    version: manifest.version,
    browser: name,
    browserVersion: version,
    oldestBrowser: Number(manifest.minimum_chrome_version) || null,
    isPinned: settings.isOnToolbar ?? false,
    missingSites: sites.filter((_, place) => !granted[place]),
    hasLinkDocument: documents.length > 0,
    rulePorts: rules.map(({ id }) => id),
    colabTabs: tabs.length,
    silentTabs: answers.filter((answers) => !answers).length,
  };
}

/** Browsers on Chromium's ground say both: what they are, and on which Chromium. */
export function browserName(userAgent: string): [name: string, chromium: number | null] {
  const version = /Chrome\/(\d+)/.exec(userAgent)?.[1];
  const own = /(Edg|OPR|Vivaldi)\/(\d+)/.exec(userAgent);
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Vivaldi: 'Vivaldi' };
  if (version === undefined) return [userAgent, null];
  const name = own
    ? `${names[own[1] ?? '']} ${own[2]} (Chromium ${version})`
    : `Chrome or Chromium ${version}`;
  return [name, Number(version)];
}

/** Whatever may change the browser's answers. */
export function onBrowserNews(tell: () => void): void {
  chrome.permissions.onAdded.addListener(tell);
  chrome.permissions.onRemoved.addListener(tell);
  chrome.tabs.onUpdated.addListener((_, { status }) => {
    if (status === 'complete') tell();
  });
  chrome.tabs.onRemoved.addListener(tell);
  // Newer than the oldest Chrome that we run in: there, the user's return to this page tells.
  chrome.action.onUserSettingsChanged?.addListener(tell);
  addEventListener('focus', tell);
}
