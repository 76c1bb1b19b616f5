import type { Log } from '../log.ts';
import { loadCredentials, newToken, saveCredentials } from './credentials-file.ts';
import type { Listening } from './listen.ts';
import { listenAnywhere, listenOn, PortTakenError } from './listen.ts';

export interface OpenedPort extends Listening {
  token: string;
  /** Whether tabs of the last run know port and token, so that they come by themselves. */
  remembered: boolean;
}

/** Finds the port to listen on and the token to ask for: those of the last run if that can be. */
export async function openPort(file: string, wanted: number | undefined, log: Log): Promise<OpenedPort> {
  const remembered = await loadCredentials(file, log);
  if (remembered) log.hide(remembered.token);
  const isKnown = remembered?.renewed === false;

  if (wanted !== undefined) {
    const listening = await listenOn(wanted);
    const token = remembered?.token ?? newToken();
    if (!remembered) await saveCredentials(file, { port: wanted, token }, log);
    return { ...listening, token, remembered: isKnown && remembered.port === wanted };
  }

  if (remembered) {
    try {
      return { ...(await listenOn(remembered.port)), token: remembered.token, remembered: isKnown };
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
      log.warn(
        `Port ${remembered.port}, used last time, is taken (another bridge, perhaps): using a free one with a new token for this run. Tabs of last time will not find it by themselves.`,
      );
      return { ...(await listenAnywhere()), token: newToken(), remembered: false };
    }
  }

  const listening = await listenAnywhere();
  const token = newToken();
  await saveCredentials(file, { port: listening.port, token }, log);
  return { ...listening, token, remembered: false };
}
