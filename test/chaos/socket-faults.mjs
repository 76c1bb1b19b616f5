// Brought into the bridge's process with --import, where CELLWIRE_FAULTS names a socket for orders: what can happen to a
// TCP connection, done to the connections of tabs. The bridge itself is as it was built, and knows nothing of it.
import { createServer, Server } from 'node:net';

/** Frames of a few bytes are headers and pings: cut is what carries something. */
const LEAST_BYTES = 15;
const PATIENCE_MS = 1_000;

const sockets = new Set();

/** @type {Record<string, (socket: import('node:net').Socket, ms: number) => void>} */
const FAULTS = {
  close: (socket) => socket.end(() => socket.destroy()),
  reset: (socket) => socket.resetAndDestroy(),
  'cut-sending': (socket) => {
    const { write } = socket;
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.write = (chunk, ...more) => {
      if (chunk.length < LEAST_BYTES) return write.call(socket, chunk, ...more);
      clearTimeout(patience);
      socket.write = write;
      write.call(socket, chunk.slice(0, chunk.length / 2));
      socket.end(() => socket.destroy());
      return true;
    };
  },
  'cut-receiving': (socket) => {
    const { emit } = socket;
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.emit = (event, ...args) => {
      if (event !== 'data' || args[0].length < LEAST_BYTES) return emit.call(socket, event, ...args);
      clearTimeout(patience);
      socket.emit = emit;
      emit.call(socket, 'data', args[0].subarray(0, args[0].length / 2));
      socket.resetAndDestroy();
      return true;
    };
  },
  /** Either side believes that what it sends arrives. */
  'half-open': (socket, ms) => {
    const { emit } = socket;
    socket.write = (_chunk, ...more) => {
      const done = more.find((one) => typeof one === 'function');
      if (done) setImmediate(done);
      return true;
    };
    socket.emit = (event, ...args) => event === 'data' || emit.call(socket, event, ...args);
    setTimeout(() => socket.resetAndDestroy(), ms);
  },
};

const orders = createServer((connection) => {
  connection.on('error', () => {});
  connection.on('data', (text) => {
    const { fault, ms = 0 } = JSON.parse(String(text));
    let count = 0;
    for (const socket of sockets) {
      FAULTS[fault]?.(socket, ms);
      count += 1;
    }
    connection.end(String(count));
  });
});
orders.listen(process.env.CELLWIRE_FAULTS).unref();

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...args) {
  const [socket] = args;
  if (event === 'connection' && this !== orders) {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  }
  return emit.call(this, event, ...args);
};
