import type { ExecuteReply, KernelOutput } from './kernel.ts';

/** What the page asks of any kernel that lives elsewhere. */
export type KernelRequest =
  | { type: 'execute'; id: number; code: string; silent: boolean }
  | { type: 'interrupt'; id: number };

/** How the start of such a kernel ended. */
export type StartNews = { type: 'ready' } | { type: 'boot-failed'; reason: string };

/** What such a kernel tells of the execution that it was asked for. */
export type ExecutionNews =
  | { type: 'started'; id: number }
  | { type: 'output'; id: number; output: KernelOutput }
  | { type: 'done'; id: number; reply: ExecuteReply };

/** From the page to the worker of a Pyodide kernel. */
export type ToWorker =
  | { type: 'boot'; pyodideUrl: string; interruptBuffer: SharedArrayBuffer | null }
  | KernelRequest;

/** From the page to the server, over the socket of a Jupyter kernel. The kernel lives as long as the socket. */
export type ToServer = { type: 'restart' } | KernelRequest;

export type FromKernel = StartNews | ExecutionNews;
