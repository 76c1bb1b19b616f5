import type { App } from '../app.ts';

interface WriteProgress {
  canceled?: boolean;
  update?(): void;
}

/** `notebook.kernelFiles`: the files of the runtime, there only while one is connected. */
export function kernelFiles({ runtime }: App) {
  const { files } = runtime.kernel;
  return {
    getFile: (path: string) => ({
      name: path.split('/').at(-1) ?? '',
      path,
      isDirectory: false,
      mimeType: 'application/octet-stream',
      async fetch() {
        const content = await files.read(path);
        if (!content) throw new Error(`There is no file ${path}`);
        return new Blob([content]);
      },
    }),
    async write(parentDir: string, name: string, content: ArrayBuffer, progress: WriteProgress = {}) {
      const ok = await files.write(`${parentDir.replace(/\/$/, '')}/${name}`, content);
      progress.update?.();
      return { ok, status: ok ? 201 : 500 };
    },
  };
}
