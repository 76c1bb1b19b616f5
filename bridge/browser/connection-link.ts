import { Failure } from '../../src/notebook/failure.ts';
import { COLAB_HOSTS } from '../allowed-origins.ts';

/** Colab's own scratch notebook: needs no file and connects without a question. */
export const SCRATCH_NOTEBOOK = 'https://colab.research.google.com/notebooks/empty.ipynb';

/**
 * The address that makes a tab connect to us. What follows the # never leaves the browser.
 * What is there already stays: it may be what names the notebook (`fileId=…`).
 */
export function connectionLink(notebook: string, credentials: { port: number; token: string }): string {
  const url = new URL(notebook);
  const kept = url.hash
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^mcpProxy(Token|Port)(=|$)/.test(part));
  const ours = [`mcpProxyToken=${credentials.token}`, `mcpProxyPort=${credentials.port}`];
  url.hash = [...kept, ...ours].join('&');
  return url.href;
}

/** The notebook that an agent asked for. Anything but Colab would be given the token to our socket. */
export function notebookUrl(asked: string | undefined, configured: string): string {
  if (asked === undefined) return configured;
  const url = URL.canParse(asked) ? new URL(asked) : null;
  const isColab =
    url?.protocol === 'https:' && url.port === '' && COLAB_HOSTS.some((host) => host === url.hostname);
  if (url && (isColab || url.origin === new URL(configured).origin)) return url.href;
  throw new Failure(
    'invalid_input',
    'The url must be an https address of a notebook on colab.research.google.com; nothing was opened.',
    'Give the address of the notebook as the browser shows it, or leave it out for a scratch notebook.',
  );
}
