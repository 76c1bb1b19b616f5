import type { KernelState } from '../../notebook/kernel.ts';

/** How the runtime stands, for an agent; the name of the session says nothing to it. */
export function tellRuntime({ session: _, ...runtime }: KernelState): Omit<KernelState, 'session'> {
  return runtime;
}
