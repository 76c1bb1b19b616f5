import type { Caller } from '../src/wire/connection-url.ts';
import type { Arrival, Paired } from '../src/wire/messages.ts';
import { serverThatCalls } from './known-servers.ts';
import { isPageLed } from './visits.ts';

/** A server that wants to be connected, with what is known of it before anything is dialled. */
export interface Call extends Omit<Caller, 'proof'> {
  /** Our bridge, met before: the address proves that it has made it. */
  paired: Paired | null;
  /** A page may have made the address up. */
  isSuspect: boolean;
}

export async function callOf(caller: Caller, tabId: number, arrival: Arrival): Promise<Call> {
  const { credentials, agent } = caller;
  const paired = await serverThatCalls(caller);
  // Of an address that changes without a load, nothing tells who has changed it.
  const isSuspect = paired === null && (arrival === 'same-page' || (await isPageLed(tabId)));
  return { credentials, agent, paired, isSuspect };
}

/** The user pasted it into the popup. */
export async function callByHand(caller: Caller): Promise<Call> {
  const { credentials, agent } = caller;
  return { credentials, agent, paired: await serverThatCalls(caller), isSuspect: false };
}
