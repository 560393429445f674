/**
 * A peer: what `node:tls` and `node:http2` cost when they do nothing but answer a redirect, over HTTP/2 and HTTP/1.1.
 * Arguments: the port, PEM files of the certificate and its key.
 */
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';

const [port, certificate = '', privateKey = ''] = process.argv.slice(2);

const server = createSecureServer({
  allowHTTP1: true,
  cert: readFileSync(certificate),
  key: readFileSync(privateKey),
});
server.on('stream', (stream, fields) => {
  const location = `https://dest.example${fields[':path'] ?? ''}`;
  stream.respond({ ':status': 301, location, 'content-length': 0 }, { endStream: true });
});
server.on('request', (request, response) => {
  if (request.httpVersionMajor === 2) return;
  response.writeHead(301, { location: `https://dest.example${request.url}`, 'content-length': 0 });
  response.end();
});
server.listen(Number(port), '127.0.0.1');
