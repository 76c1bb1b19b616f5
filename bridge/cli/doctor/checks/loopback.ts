import type { Check } from '../check.ts';
import { failure, ok, warning } from '../check.ts';

const MEND =
  'Let Node accept connections from this computer, in your firewall, VPN or security software; then run this again';
const LO_UP = 'sudo ip link set lo up';

/** The way that the notebook's messages take, over both kinds of addresses. */
export const loopback: Check = {
  id: 'loopback',
  title: 'Connections',
  run: async ({ machine: { roundTrip, platform } }) => {
    const [v4, v6] = await Promise.all([roundTrip('127.0.0.1'), roundTrip('::1')]);
    if (v4.kind === 'blocked') {
      // Linux has the addresses, but the device that carries them is down.
      const isDown = platform === 'linux' && v4.reason === 'ENETUNREACH';
      return failure(
        `programs here cannot reach each other over 127.0.0.1 (${v4.reason})`,
        isDown ? LO_UP : MEND,
      );
    }
    if (v4.kind === 'absent' && v6.kind === 'absent') {
      return failure('this computer has no address of its own (127.0.0.1)', LO_UP);
    }
    if (v6.kind === 'blocked') {
      return warning(`127.0.0.1 works, ::1 is blocked (${v6.reason})`, MEND);
    }
    const working = [v4.kind === 'ok' && '127.0.0.1', v6.kind === 'ok' && '::1'].filter(Boolean);
    return ok(`programs here reach each other (${working.join(' and ')})`);
  },
};
