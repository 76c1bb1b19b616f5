import manifest from '../../manifest.json' with { type: 'json' };

const { name, version, description, icons, action, side_panel, options_ui, content_scripts } = manifest;

/** As a script is called once it is built. */
const builtName = (entry: string): string => entry.replace(/\.ts$/, '.js');

/** What only Chrome knows, or has another way for. */
const CHROME_ONLY = new Set(['offscreen', 'declarativeNetRequestWithHostAccess', 'sidePanel']);

/**
 * The manifest for Firefox, made from that for Chrome. Version 2: its background page stays, and with it the sockets;
 * that of version 3 is ended when it seems to be idle.
 */
export const firefoxManifest = {
  manifest_version: 2,
  name,
  version,
  description,
  icons,
  browser_specific_settings: {
    gecko: {
      id: '{0f4f3f0a-4a53-4f0e-9d5f-6f0c5b6a7e21}',
      // The one that it is tested with.
      strict_min_version: '153.0',
      data_collection_permissions: { required: ['none'] },
    },
  },
  browser_action: { ...action, default_area: 'navbar' },
  sidebar_action: {
    default_title: name,
    default_panel: side_panel.default_path,
    default_icon: icons,
    open_at_install: false,
  },
  options_ui,
  background: { page: 'background/firefox/background.html', persistent: true },
  permissions: [
    ...manifest.permissions.filter((one) => !CHROME_ONLY.has(one)),
    'webRequestBlocking',
    ...manifest.host_permissions,
  ],
  content_scripts: content_scripts.map((script) => ({ ...script, js: script.js.map(builtName) })),
};
