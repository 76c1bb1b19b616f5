import type { Kernel } from '../kernel/kernel.ts';
import { PyodideKernel } from '../kernel/pyodide-kernel.ts';
import workerUrl from '../kernel/pyodide-worker.ts?worker&url';

/** The kernel of this page; its worker's address is the only script address the page's policy lets through. */
export function makeKernel(): Kernel {
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
