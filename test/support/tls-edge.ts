/**
 * An edge in a process of its own, which may trust a test's authority (NODE_EXTRA_CA_CERTS is read at the start only).
 * Arguments: the port of an upstream that speaks TLS, its host as custom domains name it, a number of requests, and its TLS
 * server name if that is another. Asks once through the
 * edge for each further request to make, and prints statuses, failures and connections as JSON.
 */
import { once } from 'node:events';
import net from 'node:net';
import { domainAt } from './proxied-domain.ts';
import { openRawEdge } from './raw-http.ts';

const [port = '', host = '', count = '1', name = ''] = process.argv.slice(2);
const closers: (() => Promise<void>)[] = [];
const edge = await openRawEdge({}, [], (close) => closers.push(close), {
  domains: {
    'd.example': domainAt({
      port: Number(port),
      host,
      tls: true,
      ...(name !== '' && { tlsServerName: name }),
    }),
  },
});
const answers: string[] = [];
for (let i = 0; i < Number(count); i++) {
  const socket = net.connect(edge.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.write('GET / HTTP/1.1\r\nHost: d.example\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  answers.push(received);
}
const { failures } = edge;
process.stdout.write(`${JSON.stringify({ answers, failures, connections: edge.proxy.openConnections })}\n`);
for (const close of closers) await close();
