/** The servers of that world beside the edge. */
import { once } from 'node:events';
import { createServer, get, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../certificates.ts';
import { authorityOfWorld, selfSigned } from './certificates.ts';
import { other6, places } from './places.ts';

export async function startServers(): Promise<Server[]> {
  const other = authorityOfWorld.issue('DNS:other.example.org');
  const tls = (answer: RequestListener, { cert, key } = other): Server =>
    createTlsServer({ cert, key }, answer);
  const expired = authorityOfWorld.issue('DNS:up.example.org', 'expired');
  const reset = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });
  return await Promise.all([
    listen(places.otherServer, 80, createServer(notFound)),
    listen(places.otherServer, 443, tls(notFound)),
    listen(other6, 80, createServer(notFound)),
    listen(places.cdn, 80, createServer(passOn)),
    listen(places.cdn, 443, tunnel(443)),
    listen(places.cachingCdn, 80, createServer(notFound)),
    listen(places.cachingCdn, 443, tunnel(443)),
    listen(places.captive, 80, createServer(redirectTo('http://portal.example.org/'))),
    listen(places.captive, 443, tunnel(443)),
    listen(places.without443, 80, createServer(passOn)),
    listen(places.without80, 443, tunnel(443)),
    listen(places.redirectingCdn, 80, createServer(toHttps)),
    listen(places.redirectingCdn, 443, tunnel(443)),
    listen(places.expiredCdn, 80, createServer(passOn)),
    listen(
      places.expiredCdn,
      443,
      showing((host) => authorityOfWorld.issue(`DNS:${host}`, 'expired')),
    ),
    listen(places.otherNameCdn, 80, createServer(passOn)),
    listen(
      places.otherNameCdn,
      443,
      showing(() => other),
    ),
    listen(places.untrustedCdn, 80, createServer(passOn)),
    listen(places.untrustedCdn, 443, showing(selfSigned)),
    listen(places.cutOff, 80, createTcpServer(ignore)),
    listen(places.cutOff, 443, createTcpServer(ignore)),
    listen(places.silent, 80, createTcpServer(ignore)),
    listen(places.silent, 443, createTcpServer(ignore)),
    listen(
      places.upstream,
      80,
      createServer((_request, answer) => answer.end('fine')),
    ),
    listen(
      places.upstream5xx,
      80,
      createServer((_request, answer) => answer.writeHead(500).end()),
    ),
    listen(places.upstreamSilent, 80, createTcpServer(ignore)),
    listen(places.upstreamLoop, 80, createServer(toHttps)),
    listen(places.upstreamReset, 80, reset),
    listen(places.upstreamTlsOther, 443, tls(notFound)),
    listen(places.upstreamTlsExpired, 443, tls(notFound, expired)),
  ]);
}

const notFound: RequestListener = (_request, answer) => answer.writeHead(404).end('not here');
const ignore = (socket: { on: (event: 'error', listener: () => void) => unknown }): void => {
  socket.on('error', () => {});
};

const passOn: RequestListener = ({ url, headers: { host = '' } }, answer) => {
  get({ host: places.edge, port: 80, path: url, headers: { host } }, (message) => {
    answer.writeHead(message.statusCode ?? 502);
    message.pipe(answer);
  });
};

function redirectTo(location: string): RequestListener {
  return (_request, answer) => answer.writeHead(302, { location }).end();
}

const toHttps: RequestListener = (request, answer) => {
  const { host = '', 'x-forwarded-host': visited = host } = request.headers;
  answer.writeHead(301, { location: `https://${String(visited)}${request.url}` }).end();
};

/** Shows each host a certificate. */
function showing(certificateOf: (host: string) => Certificate): Server {
  return createTlsServer(
    {
      SNICallback: (host, done) => done(null, createSecureContext(certificateOf(host))),
    },
    notFound,
  );
}

/** As a CDN that ends TLS with the host's certificate. */
function tunnel(port: number): Server {
  return createTcpServer((socket) => {
    const inner = connect(port, places.edge);
    socket.pipe(inner).pipe(socket);
    for (const each of [socket, inner]) each.on('error', () => each.destroy());
  });
}

async function listen(address: string, port: number, server: Server): Promise<Server> {
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}
