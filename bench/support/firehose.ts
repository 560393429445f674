/**
 * An upstream that gives and takes as many bytes as it is told: `GET /<bytes>` is answered with so many, `PUT` with
 * the number received. Argument: the port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const piece = Buffer.alloc(256 * 1024, 'x');

function give(bytes: number, response: ServerResponse): void {
  let remaining = bytes;
  const goOn = (): void => {
    while (remaining > 0) {
      const size = Math.min(remaining, piece.length);
      remaining -= size;
      if (!response.write(size === piece.length ? piece : piece.subarray(0, size))) {
        response.once('drain', goOn);
        return;
      }
    }
    response.end();
  };
  response.setHeader('content-length', bytes);
  goOn();
}

function take(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => response.end(String(bytes)));
}

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  if (request.method === 'PUT') take(request, response);
  else give(Number(request.url?.slice(1)), response);
});
server.keepAliveTimeout = 600_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
