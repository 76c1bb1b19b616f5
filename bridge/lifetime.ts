import type { Log } from './log.ts';

/** What lives as long as the agent. */
export interface Running {
  /** When it can be of use. Rejects when it never will be. */
  opened: Promise<unknown>;
  /** Says goodbye to everybody. */
  close: () => Promise<void>;
  /** Ends what did not heed the goodbye. */
  terminate: () => void;
}

/** How long sockets get for their goodbye. */
const GOODBYE_MS = 1_000;

type End = (why: string, code: number) => void;

/** Ends the process when the system says so, and never much later than the goodbye may take. Gives what ends it. */
export function endOnSignals(loading: Promise<Running>, log: Log, goodbyeMs = GOODBYE_MS): End {
  let ending = false;

  const end: End = (why, code) => {
    if (ending) return;
    ending = true;
    log.info(`Ending: ${why}.`);
    process.exitCode = code;
    // The process ends by itself once the sockets are closed and stdout is written; these are for when it does not.
    setTimeout(() => void loading.then((bridge) => bridge.terminate()), goodbyeMs / 2).unref();
    setTimeout(() => process.exit(code), goodbyeMs).unref();
    loading.then((bridge) => bridge.close()).catch((error) => log.error(String(error)));
    process.stdin.destroy();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(signal, 0));
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => {
      log.error(`Something unforeseen happened, please report it: ${describe(thrown)}`);
      end('an unforeseen error', 1);
    });
  }
  return end;
}

/** Ends the process with the agent that has started it, too. */
export function endWithAgent(loading: Promise<Running>, log: Log, goodbyeMs?: number): void {
  const end = endOnSignals(loading, log, goodbyeMs);
  // What the agent asked before it closed the connection is answered first, also if that was before we were loaded
  // or had a port: a call without a tab is answered with the address of one.
  const endOfInput = (): void => {
    const atLast = (): NodeJS.Immediate => setImmediate(() => end('the agent closed the connection', 0));
    loading.then(({ opened }) => opened).then(atLast, atLast);
  };

  process.stdin.once('end', endOfInput);
  process.stdin.once('close', endOfInput);
  // EPIPE: whoever read our answers is gone.
  process.stdout.on('error', () => end('the agent no longer listens', 0));
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
