import type { App } from '../app.ts';
import { extend } from './extend.ts';
import { listenable } from './listenable.ts';

/** `notebook.kernel`. There is no interrupt here under any known name: menus and keys have it. */
export function kernelSurface({ runtime, behaviour }: App) {
  const state = {
    isConnected: () => runtime.connected,
    isRunning: () => runtime.connected,
    getState: () => runtime.state,
    get state() {
      return runtime.state;
    },
    get runtime() {
      return runtime.connected ? { kind: 'gce', kernel: { name: 'python3' } } : undefined;
    },
    get connection() {
      return { session: { kernelSessionId: runtime.sessionId } };
    },
  };
  if (behaviour.domOnly) return state;
  return extend(state, {
    /** Runs outside any cell; the reply says how it ended, its output is shown nowhere. */
    async execute(code: string) {
      if (behaviour.connectOnClickOnly && !runtime.connected) throw new Error('Kernel is not connected');
      await runtime.connect();
      const reply = await runtime.execute(String(code), {}, true);
      return { status: reply.status, kernelMs: reply.kernelMs, ...(reply.error ?? {}) };
    },
    restart: () => runtime.kernel.restart(),
    disconnect: () => runtime.disconnect(),
    unassignCurrentVm: async () => runtime.disconnect(),
    ...listenable({ connected: (listener) => runtime.events.on('connected', listener) }),
  });
}
