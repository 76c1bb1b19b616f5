import type { Machine } from '../clients/machine.ts';

/**
 * The environment for a browser. On Linux it reads paths as the locale says, and where that is none, as for programs that
 * no terminal has started, it finds nothing whose path has letters beyond ASCII.
 */
export function withUtf8({ platform, env }: Pick<Machine, 'platform' | 'env'>): NodeJS.ProcessEnv {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return platform !== 'linux' || /utf-?8/i.test(locale) ? env : { ...env, LC_ALL: 'C.UTF-8' };
}
