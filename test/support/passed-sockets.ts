/** Sockets that the test holds and passes to programs it starts, as systemd does. */
import dgram from 'node:dgram';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** What Node makes a server of: a bound socket that the test's own event loop takes no connections from. */
type Handle = {
  readonly fd: number;
  getsockname(address: { port?: number }): number;
  close(): void;
};

export type HeldSocket = { readonly descriptor: number; readonly port: number };

/** A TCP socket on a free port of the loopback; it listens once a program has listened on it, until the test is done. */
export function holdSocket(): HeldSocket {
  // Not a server, which would accept connections here. Public functions of Node have no other way to a bound socket.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const internals = net as unknown as {
    _createServerHandle(address: string, port: number, family: 4): Handle;
  };
  const handle = internals._createServerHandle('127.0.0.1', 0, 4);
  onTestFinished(() => handle.close());
  const address: { port?: number } = {};
  handle.getsockname(address);
  return { descriptor: handle.fd, port: address.port ?? 0 };
}

/** TCP and UDP sockets on one port of the loopback, which nothing is received from here, until the test is done. */
export function holdDnsSockets(): { readonly tcp: HeldSocket; readonly udp: HeldSocket } {
  // Not `createSocket`, which would receive here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const internals = dgram as unknown as {
    _createSocketHandle(address: string, port: number, type: 'udp4'): Handle | number;
  };
  for (;;) {
    const tcp = holdSocket();
    const udp = internals._createSocketHandle('127.0.0.1', tcp.port, 'udp4');
    // A number is the system's error: another program has the UDP port.
    if (typeof udp === 'number') continue;
    onTestFinished(() => udp.close());
    return { tcp, udp: { descriptor: udp.fd, port: tcp.port } };
  }
}
