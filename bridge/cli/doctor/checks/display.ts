import type { Check } from '../check.ts';
import { ok, skipped, warning } from '../check.ts';
import { isWsl } from '../machine/machine.ts';

export const display: Check = {
  id: 'display',
  title: 'Display',
  run: async ({ machine, options: { opensBrowser } }) => {
    const { platform, env } = machine;
    if (platform === 'win32' || platform === 'darwin') return [];
    if (!opensBrowser) return skipped('not needed here (--no-browser)');
    const shown = env.WAYLAND_DISPLAY || env.DISPLAY;
    if (shown) return ok(shown);
    if (await isWsl(machine)) return ok("Windows'");
    return warning(
      'none here, so no browser can be opened',
      'Start the bridge with --no-browser, and open the link it gives where your browser is',
    );
  },
};
