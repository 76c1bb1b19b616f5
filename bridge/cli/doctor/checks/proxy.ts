import type { Check } from '../check.ts';
import { ok, warning } from '../check.ts';

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** What stays on this computer must not go through a proxy. */
export const proxy: Check = {
  id: 'proxy',
  title: 'Proxy',
  run: async ({ machine: { env, platform } }) => {
    const textOf = (name: string): string => env[name] || env[name.toLowerCase()] || '';
    const set = NAMES.filter((name) => textOf(name) !== '');
    if (set.length === 0) return ok('none');
    const spared = textOf('NO_PROXY')
      .split(',')
      .map((one) => one.trim().replace(/^\[|\]$/g, ''));
    const missing = spared.includes('*') ? [] : LOOPBACK.filter((name) => !spared.includes(name));
    if (missing.length === 0) return ok(`${set.join(', ')}; not used for this computer`);
    const value = [...spared.filter((one) => one !== ''), ...missing].join(',');
    return warning(
      `${set.join(', ')} is set, and may be used for this computer too (${missing.join(', ')})`,
      platform === 'win32'
        ? `setx NO_PROXY "${value}"`
        : `export NO_PROXY=${value} (in your shell's profile)`,
    );
  },
};
