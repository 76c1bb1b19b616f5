import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate.ts';
import { Drive } from './drive.ts';
import { answer } from './routes.ts';

export const KERNELS = ['pyodide', 'jupyter'] as const;
export type KernelName = (typeof KERNELS)[number];

export interface PlaygroundOptions {
  /** 0 picks a free port. */
  port: number;
  kernel: KernelName;
  /** A Python that has jupyter_server and ipykernel, for the Jupyter kernel. */
  python?: string;
}

export interface Playground {
  url: string;
  port: number;
  /** By which a browser knows its certificate. */
  certificatePin: string;
  close(): Promise<void>;
}

export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const drive = new Drive();
  let kernels: Awaited<ReturnType<typeof startKernels>>;
  const certificate = await makeCertificate();
  const server = createServer(certificate, (request, response) => {
    if (kernels?.answer(request, response) || drive.answer(request, response)) return;
    const path = pathOf(request.url);
    if (path === undefined) {
      response.writeHead(400).end();
      return;
    }
    answer(path, options.kernel).then(
      (reply) => response.writeHead(reply.status, reply.headers).end(reply.body),
      (error: unknown) => {
        process.stderr.write(`playground: ${path}: ${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
  });
  const port = await listen(server, options.port);
  try {
    kernels = await startKernels(server, options);
    return {
      url: `https://localhost:${port}/notebooks/empty.ipynb`,
      port,
      certificatePin: certificate.pin,
      close: async () => {
        await kernels?.close();
        await stop(server);
      },
    };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

/** Pyodide lives in the page; only Jupyter has a part here, and only who wants it pays for loading it. */
async function startKernels(
  server: Server,
  { kernel, python = 'python3' }: PlaygroundOptions,
): Promise<Awaited<ReturnType<typeof import('./jupyter/kernel-sockets.ts').serveKernels>> | undefined> {
  if (kernel !== 'jupyter') return undefined;
  const { serveKernels } = await import('./jupyter/kernel-sockets.ts');
  return serveKernels(server, python);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Undefined when the address cannot be read. */
function pathOf(url: string | undefined): string | undefined {
  try {
    return decodeURIComponent(new URL(url ?? '/', 'https://localhost').pathname);
  } catch {
    return undefined;
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(portOf(server.address(), port));
    });
  });
}

function portOf(address: AddressInfo | string | null, asked: number): number {
  return typeof address === 'object' && address ? address.port : asked;
}
