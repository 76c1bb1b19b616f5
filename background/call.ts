import type { Caller } from '../src/wire/connection-url.ts';
import type { Paired } from '../src/wire/messages.ts';
import { serverThatCalls } from './known-servers.ts';

/** A server that wants to be connected, with what is known of it before anything is dialled. */
export interface Call extends Omit<Caller, 'proof'> {
  /** Our bridge, met before: the address proves that it has made it. */
  paired: Paired | null;
  /** A page may have made the address up. */
  isSuspect: boolean;
}

export async function callOf(caller: Caller, isPageLed: Promise<boolean>): Promise<Call> {
  const { credentials, agent } = caller;
  const [paired, isLed] = await Promise.all([serverThatCalls(caller), isPageLed]);
  return { credentials, agent, paired, isSuspect: paired === null && isLed };
}

/** The user pasted it into the popup. */
export async function callByHand(caller: Caller): Promise<Call> {
  const { credentials, agent } = caller;
  return { credentials, agent, paired: await serverThatCalls(caller), isSuspect: false };
}
