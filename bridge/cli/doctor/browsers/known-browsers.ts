/** A browser that can have the extension, and where it and its files are. */
export interface KnownBrowser {
  name: string;
  /** Linux: what its program is called. */
  commands: string[];
  /** Linux: folders of profiles, below the configuration's folder; or below the home, with a leading `~/`. */
  linuxProfiles: string[];
  /** Linux: the folder with an administrator's rules. */
  linuxPolicies: string;
  /** macOS: below /Applications; below ~/Library/Application Support; the name of its rules. */
  mac: { app: string; profiles: string; policies: string };
  /** Windows: below the folders of programs; below %LOCALAPPDATA%; below Software\Policies. */
  windows: { program: string; profiles: string; policies: string };
}

export const KNOWN_BROWSERS: readonly KnownBrowser[] = [
  {
    name: 'Chrome',
    commands: ['google-chrome-stable', 'google-chrome'],
    linuxProfiles: ['google-chrome', '~/.var/app/com.google.Chrome/config/google-chrome'],
    linuxPolicies: '/etc/opt/chrome/policies/managed',
    mac: { app: 'Google Chrome', profiles: 'Google/Chrome', policies: 'com.google.Chrome' },
    windows: {
      program: 'Google\\Chrome\\Application\\chrome.exe',
      profiles: 'Google\\Chrome\\User Data',
      policies: 'Google\\Chrome',
    },
  },
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser'],
    linuxProfiles: ['chromium', '~/snap/chromium/common/chromium'],
    linuxPolicies: '/etc/chromium/policies/managed',
    mac: { app: 'Chromium', profiles: 'Chromium', policies: 'org.chromium.Chromium' },
    windows: {
      program: 'Chromium\\Application\\chrome.exe',
      profiles: 'Chromium\\User Data',
      policies: 'Chromium',
    },
  },
  {
    name: 'Edge',
    commands: ['microsoft-edge-stable', 'microsoft-edge'],
    linuxProfiles: ['microsoft-edge'],
    linuxPolicies: '/etc/opt/edge/policies/managed',
    mac: { app: 'Microsoft Edge', profiles: 'Microsoft Edge', policies: 'com.microsoft.Edge' },
    windows: {
      program: 'Microsoft\\Edge\\Application\\msedge.exe',
      profiles: 'Microsoft\\Edge\\User Data',
      policies: 'Microsoft\\Edge',
    },
  },
  {
    name: 'Brave',
    commands: ['brave-browser-stable', 'brave-browser', 'brave'],
    linuxProfiles: ['BraveSoftware/Brave-Browser'],
    linuxPolicies: '/etc/brave/policies/managed',
    mac: { app: 'Brave Browser', profiles: 'BraveSoftware/Brave-Browser', policies: 'com.brave.Browser' },
    windows: {
      program: 'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
      profiles: 'BraveSoftware\\Brave-Browser\\User Data',
      policies: 'BraveSoftware\\Brave',
    },
  },
];
