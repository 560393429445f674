/**
 * Sockets that the first process holds, its own and those that a service manager passed to it, and passes on to its children.
 * Source: docs/reference/service.md ("Sockets"), sd_listen_fds(3).
 *
 * Children get them at their start, as descriptors of their own. Node's cluster would have the first process listen on its
 * descriptor, and close that with the last child that uses it.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import net from 'node:net';

/** By their names, in the order in which children have them. */
export const socketNames = ['api', 'http', 'https', 'dns_tcp', 'dns_udp'] as const;
export type SocketName = (typeof socketNames)[number];

/** Each is a descriptor of this process, negative once it is closed, and the port that it is bound to. */
export type PassedSockets = Readonly<
  Partial<Record<SocketName, { readonly descriptor: number; readonly port: number }>>
>;
export type PassedPorts = Readonly<Partial<Record<SocketName, number>>>;

/** Node's channel to the child comes after the three standard streams. */
const firstDescriptor = 4;

/** The descriptor of a passed socket in every child that gets it. */
export function childDescriptor(name: SocketName): number {
  return firstDescriptor + socketNames.indexOf(name);
}

export function pickSockets(sockets: PassedSockets, names: readonly SocketName[]): PassedSockets {
  return Object.fromEntries(names.flatMap((name) => (sockets[name] ? [[name, sockets[name]]] : [])));
}

export function portsOf(sockets: PassedSockets): PassedPorts {
  return Object.fromEntries(Object.entries(sockets).map(([name, { port }]) => [name, port]));
}

/** The descriptors that a child begins with: the standard streams, the channel, and sockets. */
export function childStdio(sockets: PassedSockets): ('inherit' | 'ipc' | 'ignore' | number)[] {
  const hasSockets = socketNames.some((name) => sockets[name]);
  const passed = socketNames.map((name) => {
    const { descriptor = -1 } = sockets[name] ?? {};
    return descriptor < 0 ? 'ignore' : descriptor;
  });
  return ['inherit', 'inherit', 'inherit', 'ipc', ...(hasSockets ? passed : [])];
}

/** Has a server listen on a descriptor of this process; emits `listening` or `error`, as `listen` does. */
export function listenOnDescriptor(server: net.Server, descriptor: number, backlog: number): void {
  // Not `{ fd }`, which node:cluster takes for a descriptor of the first process.
  server.listen(openDescriptor(descriptor), backlog);
}

/** Wraps a listening socket without reading from it. Throws when the descriptor is no TCP or Unix socket. */
export function openDescriptor(descriptor: number): net.Socket {
  return new net.Socket({ fd: descriptor, readable: false, writable: false });
}

export type BoundUdp = { readonly port: number; readonly type: 'udp4' | 'udp6' };

/**
 * Where a UDP socket is bound; undefined for any other descriptor. Read from Linux, because Node says it only of a socket
 * that it receives from, and then closes the descriptor with it.
 */
export function findBoundUdp(descriptor: number): BoundUdp | undefined {
  const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`)) ?? [];
  for (const [type, table] of [
    ['udp4', 'udp'],
    ['udp6', 'udp6'],
  ] as const) {
    for (const line of readFileSync(`/proc/self/net/${table}`, 'utf8').split('\n')) {
      // proc(5): the local address with the port in hexadecimal, and in the tenth place the inode.
      const fields = line.trim().split(/\s+/);
      if (inode !== undefined && fields[9] === inode)
        return { port: Number.parseInt(fields[1]?.split(':')[1] ?? '', 16), type };
    }
  }
  return undefined;
}
