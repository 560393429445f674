/**
 * The application process's socket for its workers. Each process has one of its own, mode 0600, as two versions of the program run side
 * by side during an upgrade. Source: docs/reference/edge.md ("Workers"), ARCHITECTURE.md ("Processes").
 */
import { once } from 'node:events';
import { readdirSync, unlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { listenPrivately, type SocketAddress, socketAddress } from '../core/socket-address.ts';
import { LineSocket } from './line-socket.ts';
import type { Hello, MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

export type FeedConnection = LineSocket<MessageFromWorker, MessageToWorker>;

const socketPattern = /^workers-(\d+)\.sock$/;

export class Feed implements AsyncDisposable {
  readonly path: string;
  readonly #address: SocketAddress;
  readonly #server: Server;
  readonly #connections = new Set<FeedConnection>();

  private constructor(directory: string, met: (hello: Hello, connection: FeedConnection) => void) {
    const name = `workers-${process.pid}.sock`;
    this.path = join(directory, name);
    this.#address = socketAddress(directory, name);
    this.#server = createServer((socket) => {
      const connection: FeedConnection = new LineSocket(socket);
      this.#connections.add(connection);
      const closed = () => void this.#connections.delete(connection);
      const received = (message: MessageFromWorker) => {
        if (message.type === 'hello') met(message, connection);
        else connection.destroy();
      };
      connection.open({ received, closed });
      void connection.closed.then(closed);
    });
  }

  /** Listens in an existing directory; `met` hears each worker's first message. Rejects with the system's error. */
  static async open(
    directory: string,
    met: (hello: Hello, connection: FeedConnection) => void,
  ): Promise<Feed> {
    removeLeftBehind(directory);
    const feed = new Feed(directory, met);
    try {
      listenPrivately(feed.#server, feed.#address);
      await once(feed.#server, 'listening');
      return feed;
    } catch (error) {
      feed.#address[Symbol.dispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const connection of this.#connections) connection.destroy();
    await closed;
    this.#address[Symbol.dispose]();
  }
}

/** Sockets of processes that were killed. */
function removeLeftBehind(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(socketPattern.exec(name)?.[1]);
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) unlinkSync(join(directory, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
