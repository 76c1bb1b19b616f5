import { clock } from '../../clock/clock.ts';
/** Clients give up on a silent call after a minute; a sign of life resets their clocks. */
export const HEARTBEAT_MS = 10_000;

/** Passes messages on, and says the last one again, with the time, when nothing else is said for a while. */
export function keepReporting(progress: (message: string) => void): {
  tell: (message: string) => void;
  stop: () => void;
} {
  const begun = performance.now();
  let last = 'waiting';
  const beat = clock.every(HEARTBEAT_MS, () =>
    progress(`${last} (${Math.round((performance.now() - begun) / 1_000)} s)`),
  );
  return {
    tell: (message) => {
      last = message;
      progress(message);
    },
    stop: () => clock.clear(beat),
  };
}
