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
  const acting = extend(state, {
    ...(behaviour.restartByMenuOnly ? {} : { restart: () => runtime.restart() }),
    disconnect: () => runtime.disconnect(),
    /** The playground's own: as if the time had come. */
    idleOut: () => runtime.idleOut(),
    unassignCurrentVm: async () => runtime.disconnect(),
    ...listenable({ connected: (listener) => runtime.events.on('connected', listener) }),
  });
  if (!behaviour.kernelExecute) return acting;
  return extend(acting, {
    /** Runs outside any cell; the reply is Jupyter's, or says only how it ended; its output is shown nowhere. */
    async execute(code: string) {
      if (behaviour.connectOnClickOnly && !runtime.connected) throw new Error('Kernel is not connected');
      await runtime.connect();
      const reply = await runtime.execute(String(code), {}, true);
      const { status, kernelMs, payload, error = {} } = reply;
      return { status, kernelMs, ...(behaviour.statusOnlyReply ? {} : { payload, ...error }) };
    },
  });
}
