import type { WebSocket } from 'ws';

/** Pings the peer and ends a socket whose peer has missed two: a sleeping laptop sends no goodbye. */
export function keepAlive(socket: WebSocket, everyMs: number): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= 2) {
      socket.terminate();
      return;
    }
    unanswered += 1;
    socket.ping();
  }, everyMs);
  socket.on('pong', () => {
    unanswered = 0;
  });
  socket.once('close', () => clearInterval(timer));
}
