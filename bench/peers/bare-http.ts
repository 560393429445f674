/** A peer: what `node:http` costs when it does nothing but answer a redirect. Argument: the port. */
import { createServer } from 'node:http';

createServer((request, response) => {
  response.writeHead(301, { location: `https://dest.example${request.url}`, 'content-length': 0 });
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1');
