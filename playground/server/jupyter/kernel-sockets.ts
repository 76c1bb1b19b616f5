import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { ServerConnection } from '@jupyterlab/services';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { startJupyterServer } from './jupyter-process.ts';
import { answerFiles } from './kernel-files.ts';
import { KernelSession } from './kernel-session.ts';
import { isOwnPage } from './own-page.ts';

const KERNEL_PATH = '/kernel';

interface KernelSockets {
  /** False when the request is for somebody else. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  close(): Promise<void>;
}

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('execute'), id: z.number(), code: z.string(), silent: z.boolean() }),
  z.object({ type: z.literal('interrupt'), id: z.number() }),
  z.object({ type: z.literal('answer'), id: z.number(), text: z.string() }),
  z.object({ type: z.literal('restart') }),
]);

/** Gives every page that opens a socket on the playground's own port an IPython of its own. */
export async function serveKernels(server: Server, python: string): Promise<KernelSockets> {
  // The client library chats on stdout, where the playground has only one line to say.
  console.debug = () => {};
  const jupyter = await startJupyterServer(python);
  const settings = ServerConnection.makeSettings({ baseUrl: jupyter.url, token: jupyter.token });
  const sockets = new WebSocketServer({ noServer: true });
  const sessions = new Set<KernelSession>();
  sockets.on('connection', (socket: WebSocket) => serve(socket, settings, sessions));
  server.on('upgrade', (request: IncomingMessage, connection, head) => {
    if (request.url !== KERNEL_PATH || !isOwnPage(request.headers)) {
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => sockets.emit('connection', socket, request));
  });
  const dropAll = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  void jupyter.ended.then(dropAll);
  return {
    answer: (request, response) => answerFiles(request, response, jupyter.home),
    close: async () => {
      dropAll();
      await Promise.all([...sessions].map(end));
      await jupyter.close();
    },
  };
}

function serve(socket: WebSocket, settings: ServerConnection.ISettings, sessions: Set<KernelSession>): void {
  const session = new KernelSession(settings, {
    post: (message) => socket.send(JSON.stringify(message), () => {}),
    lost: () => socket.close(),
  });
  sessions.add(session);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => void end(session).then(() => sessions.delete(session)));
  socket.on('message', (data) => {
    try {
      session.take(Message.parse(JSON.parse(data.toString()))).catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  });
  void session.start();

  function giveUp(error: unknown): void {
    process.stderr.write(`playground: the connection of a kernel: ${String(error)}\n`);
    socket.close();
  }
}

/** A kernel that is already gone, or whose server is, needs no shutting down. */
function end(session: KernelSession): Promise<void> {
  return session.close().catch(() => {});
}
