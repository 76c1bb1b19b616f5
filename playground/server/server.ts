import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate.ts';
import { answer } from './routes.ts';

export const KERNELS = ['pyodide'] as const;
export type KernelName = (typeof KERNELS)[number];

export interface PlaygroundOptions {
  /** 0 picks a free port. */
  port: number;
  kernel: KernelName;
}

export interface Playground {
  url: string;
  port: number;
  close(): Promise<void>;
}

export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const server = createServer(await makeCertificate(), (request, response) => {
    const path = pathOf(request.url);
    if (path === undefined) {
      response.writeHead(400).end();
      return;
    }
    answer(path).then(
      (reply) => response.writeHead(reply.status, reply.headers).end(reply.body),
      (error: unknown) => {
        process.stderr.write(`playground: ${path}: ${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
  });
  const port = await listen(server, options.port);
  return {
    url: `https://localhost:${port}/notebooks/empty.ipynb`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined when the address cannot be read. */
function pathOf(url: string | undefined): string | undefined {
  try {
    return decodeURIComponent(new URL(url ?? '/', 'https://localhost').pathname);
  } catch {
    return undefined;
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
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
