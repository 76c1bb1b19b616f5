import { JupyterKernel } from '../kernel/jupyter-kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { PyodideKernel } from '../kernel/pyodide-kernel.ts';
import workerUrl from '../kernel/pyodide-worker.ts?worker&url';

/** The kernel of this page, of the kind that its server was started with. */
export function makeKernel(): Kernel {
  const kind = document.querySelector<HTMLMetaElement>('meta[name="playground-kernel"]')?.content;
  return kind === 'jupyter'
    ? new JupyterKernel(() => new WebSocket(`wss://${location.host}/kernel`))
    : makePyodide();
}

/** Its worker's address is the only script address that the page's policy lets through. */
function makePyodide(): Kernel {
  const policy = window.trustedTypes?.createPolicy('playground', {
    createScriptURL: (address) => {
      if (address === workerUrl) return address;
      throw new TypeError(`not a script of the playground: ${address}`);
    },
  });
  return new PyodideKernel({
    makeWorker: () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' }),
    pyodideUrl: new URL('/pyodide/', location.href).href,
  });
}
