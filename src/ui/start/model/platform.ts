/** What one browser says otherwise than another, or not at all. */
export interface PlatformFacts {
  /** As the browser calls itself, for people. */
  browser: string;
  browserVersion: number | null;
  oldestBrowser: number | null;
  /** Whether the icon is on the toolbar. */
  isPinned: boolean;
  /** Sites that Cellwire needs. */
  sites: string[];
  /** Whether the document that holds the links is there; null where there is always one. */
  hasLinkDocument: boolean | null;
  /** The ports of servers whose sockets get Colab's origin by a rule; null where that needs no rule. */
  rulePorts: number[] | null;
}

export async function askPlatform(): Promise<PlatformFacts> {
  const { host_permissions, minimum_chrome_version } = chrome.runtime.getManifest();
  const [settings, documents, rules] = await Promise.all([
    chrome.action.getUserSettings(),
    chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] }),
    chrome.declarativeNetRequest.getSessionRules(),
  ]);
  const [browser, browserVersion] = browserName(navigator.userAgent);
  return {
    browser,
    browserVersion,
    oldestBrowser: Number(minimum_chrome_version) || null,
    isPinned: settings.isOnToolbar ?? false,
    sites: host_permissions ?? [],
    hasLinkDocument: documents.length > 0,
    rulePorts: rules.map(({ id }) => id),
  };
}

/** Newer than the oldest Chrome that we run in: there, the user's return to the page tells. */
export function onPinned(tell: () => void): void {
  chrome.action.onUserSettingsChanged?.addListener(tell);
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
