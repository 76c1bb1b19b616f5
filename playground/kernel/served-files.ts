import type { RuntimeFiles } from './kernel.ts';

/** The files of the machine that the playground's server runs on, where its Jupyter kernels are. */
export const servedFiles: RuntimeFiles = {
  async read(path) {
    const response = await fetch(addressOf(path), { method: 'POST' });
    return response.status === 200 ? response.arrayBuffer() : null;
  },
  async write(path, content) {
    return (await fetch(addressOf(path), { method: 'PUT', body: content })).ok;
  },
};

function addressOf(path: string): string {
  return `/kernel-files?path=${encodeURIComponent(path)}`;
}
