import type { ExecuteReply, KernelOutput } from './kernel.ts';

/** What the page asks of any kernel that lives elsewhere. */
export type KernelRequest =
  | { type: 'execute'; id: number; code: string; silent: boolean }
  | { type: 'interrupt'; id: number }
  /** What was typed where the code asked for input. */
  | { type: 'answer'; id: number; text: string };

/** How the start of such a kernel ended. */
export type StartNews = { type: 'ready' } | { type: 'boot-failed'; reason: string };

/** What such a kernel tells of the execution that it was asked for. */
export type ExecutionNews =
  | { type: 'started'; id: number }
  | { type: 'output'; id: number; output: KernelOutput }
  | { type: 'input'; id: number; prompt: string; isPassword: boolean }
  | { type: 'done'; id: number; reply: ExecuteReply };

/** From the page to the worker of a Pyodide kernel. */
export type ToWorker =
  | {
      type: 'boot';
      pyodideUrl: string;
      interruptBuffer: SharedArrayBuffer | null;
      inputBuffer: SharedArrayBuffer | null;
    }
  | { type: 'read-file'; request: number; path: string }
  | { type: 'write-file'; request: number; path: string; content: ArrayBuffer }
  | KernelRequest;

/** From the page to the server, over the socket of a Jupyter kernel. The kernel lives as long as the socket. */
export type ToServer = { type: 'restart' } | KernelRequest;

/** It broke down, and will not be heard of again. */
export type EndNews = { type: 'crashed' };

export type FromKernel = StartNews | ExecutionNews | EndNews;

/** What a worker says of its files: the content, or whether it was written; null when there is no such file. */
export interface FileNews {
  type: 'file';
  request: number;
  answer: ArrayBuffer | boolean | null;
}
