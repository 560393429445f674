/** A peer: what `node:net` costs when it answers whatever comes with the same redirect, unread. Argument: the port. */
import { createServer } from 'node:net';

const answer =
  'HTTP/1.1 301 Moved Permanently\r\nLocation: https://dest.example/some/path?x=1\r\nContent-Length: 0\r\n';

createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    // wrk sends one request at a time; that it wants the connection closed is near the end.
    if (chunk.includes('Connection: close')) socket.end(`${answer}Connection: close\r\n\r\n`, 'latin1');
    else socket.write(`${answer}\r\n`, 'latin1');
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
