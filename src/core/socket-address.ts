/** Unix sockets in a data directory: their paths, and who may connect. Source: docs/reference/service.md ("The control socket"). */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';

export const socketName = 'nameplate.sock';
/** Of the path of a socket: 107 by unix(7), 103 on macOS. */
const maxPathBytes = 103;

/** Where a directory's socket is reached, and what keeps that path valid. */
export type SocketAddress = Disposable & { readonly path: string };

/**
 * The address of a directory's socket, by default the control socket. A path too long for a socket is shortened by way of an open descriptor of the
 * directory, which Linux has under /proc.
 */
export function socketAddress(directory: string, name: string = socketName): SocketAddress {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= maxPathBytes || !existsSync('/proc/self/fd')) {
    return { path, [Symbol.dispose]: () => {} };
  }
  const descriptor = openSync(directory, 'r');
  return {
    path: `/proc/self/fd/${descriptor}/${name}`,
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

/** Has a server listen where only this process's user can connect; emits `listening` or `error`, as `listen` does. */
export function listenPrivately(server: Server, { path }: SocketAddress): void {
  // Private from the first moment on: Node binds within `listen`, in a cluster's child when it is asked for a socket of its own. The
  // mask is the whole process's, and folders that other threads make meanwhile have to stay searchable, so the owner's bits are taken
  // off by name.
  const before = process.umask(0o077);
  try {
    server.listen({ path, exclusive: true });
    if (server.listening) chmodSync(path, 0o600);
  } finally {
    process.umask(before);
  }
}
