// The bridge's hops and nothing else: a line on stdin becomes a frame, a frame becomes a line on stdout.
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('listening', () => process.stdout.write(`${server.address().port}\n`));
server.on('connection', (socket) => {
  socket.on('message', (data) => process.stdout.write(`${data}\n`));
  lines.on('line', (line) => socket.send(line));
  process.stdout.write('connected\n');
});

const lines = createInterface({ input: process.stdin });
lines.on('close', () => process.exit(0));
