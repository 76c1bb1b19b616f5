import { Failure } from '../../src/notebook/failure.ts';
import { COLAB_HOSTS } from '../../src/wire/colab-site.ts';

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
