import { EXTENSION_ID } from '../src/wire/extension-id.ts';

/** Where Colab lives: what a tab may come from and what the browser may be sent to. */
export const COLAB_HOSTS = ['colab.research.google.com', 'colab.google.com'] as const;

/** Who may open a socket to the bridge. A browser sets this header itself; a page cannot forge it. */
export const ALLOWED_ORIGINS: ReadonlySet<string> = new Set([
  ...COLAB_HOSTS.map((host) => `https://${host}`),
  `chrome-extension://${EXTENSION_ID}`,
]);
