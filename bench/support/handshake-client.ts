/**
 * A client that does nothing but shake hands: connects, asks once, reads the answer, and starts over.
 * Arguments: port, host, `full` or `resumed`, seconds, connections at a time, the only group to offer. Prints what it did as JSON.
 */
import { connect } from 'node:tls';

const [port = '0', host = '', kind = 'full', seconds = '1', connections = '8', group = 'X25519'] =
  process.argv.slice(2);

export type HandshakeCount = {
  readonly handshakes: number;
  readonly resumed: number;
  readonly failures: number;
  readonly seconds: number;
};

let handshakes = 0;
let resumed = 0;
let failures = 0;
let ticket: Buffer | undefined;

function shakeHands(session: Buffer | undefined): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(port),
      servername: host,
      rejectUnauthorized: false,
      ecdhCurve: group,
      ...(session ? { session } : {}),
    });
    socket.on('session', (received: Buffer) => {
      ticket = received;
    });
    socket.on('secureConnect', () => {
      handshakes++;
      if (socket.isSessionReused()) resumed++;
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      socket.resume();
    });
    socket.on('error', () => {
      failures++;
    });
    socket.on('close', () => resolve());
  });
}

await shakeHands(undefined);
const session = kind === 'resumed' ? ticket : undefined;
handshakes = 0;
resumed = 0;
failures = 0;
const startTick = performance.now();
const endTick = startTick + Number(seconds) * 1000;
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < endTick) await shakeHands(session);
  }),
);
const count: HandshakeCount = {
  handshakes,
  resumed,
  failures,
  seconds: (performance.now() - startTick) / 1000,
};
process.stdout.write(`${JSON.stringify(count)}\n`);
