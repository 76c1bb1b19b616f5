import type { ExecuteReply, KernelOutput } from './kernel.ts';

/** From the page to the kernel's worker. */
export type ToWorker =
  | { type: 'boot'; pyodideUrl: string; interruptBuffer: SharedArrayBuffer | null }
  | { type: 'execute'; id: number; code: string; silent: boolean }
  | { type: 'interrupt'; id: number };

/** From the kernel's worker to the page. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'boot-failed'; reason: string }
  | { type: 'started'; id: number }
  | { type: 'output'; id: number; output: KernelOutput }
  | { type: 'done'; id: number; reply: ExecuteReply };
