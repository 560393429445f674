/**
 * Accepts client connections on one address.
 * Source: contract section 1 (NAMEPLATE_EDGE_HOST, NAMEPLATE_EDGE_HTTP_PORT).
 *
 * States: open → draining (accepts nothing, lets requests under way finish) → closed.
 */
import net from 'node:net';
import type { Clock } from '../core/clock.ts';
import { ClientConnection } from './http1/connection.ts';
import type { ConnectionContext } from './http1/connection-context.ts';
import { ConnectionSet } from './http1/connection-set.ts';
import type { ExchangeRecord, RequestHandler } from './http1/exchange.ts';

export type ListenerOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly handler: RequestHandler;
  readonly clock: Clock;
  readonly onConnection: () => void;
  readonly onExchange: (record: ExchangeRecord) => void;
};

/** Connections the kernel may hold that have not been accepted yet; it applies its own limit too. */
const backlog = 4096;

export class Listener implements Disposable {
  readonly #server: net.Server;
  readonly #connections: ConnectionSet;

  private constructor(server: net.Server, connections: ConnectionSet) {
    this.#server = server;
    this.#connections = connections;
  }

  /** Listens; rejects with the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …). */
  static async open(options: ListenerOptions): Promise<Listener> {
    const connections = new ConnectionSet();
    const context: ConnectionContext = {
      handler: options.handler,
      clock: options.clock,
      connections,
      onExchange: options.onExchange,
    };
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      options.onConnection();
      // oxlint-disable-next-line no-new -- it lives in the connection set until its socket closes
      new ClientConnection(socket, context);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: options.host, port: options.port, backlog }, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
    // Failing to accept one connection, for want of descriptors say, must not end the worker.
    server.on('error', () => {});
    return new Listener(server, connections);
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** Stops accepting, lets requests under way finish, and cuts off what is left after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#server.close();
    await this.#connections.drain(graceMs);
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.#connections[Symbol.dispose]();
  }
}
