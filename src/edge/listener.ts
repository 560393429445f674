/**
 * Accepts client connections on one address.
 * Source: docs/reference/config.md (NAMEPLATE_EDGE_HOST, NAMEPLATE_EDGE_HTTP_PORT), docs/reference/edge.md.
 *
 * States: open → draining (accepts nothing, lets requests under way finish) → closed.
 */
import net, { type Socket } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { errorField } from '../core/error-field.ts';
import { peerAddressOf } from '../core/ip-address.ts';
import type { ConnectionRoom } from './connection-room.ts';
import { ClientConnection } from './http1/connection.ts';
import type { ConnectionContext } from './http1/connection-context.ts';
import { ConnectionSet } from './http1/connection-set.ts';
import type { ExchangeRecord, RequestHandler } from './http1/exchange.ts';
import { listenOnDescriptor } from './passed-sockets.ts';
import { ProxiedConnection } from './proxied-connection.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ListenerOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** A socket that listens already, in place of host and port. */
  readonly descriptor?: number | undefined;
  readonly handler: RequestHandler;
  readonly clock: Clock;
  readonly onConnection: () => void;
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Bytes a second that request bodies have to come at; without it they may come at any rate. */
  readonly bodyMinRate?: number;
  /** Limits the connections of all listeners together; without it there is no limit. */
  readonly room?: ConnectionRoom;
  /** Whose connections may begin with a PROXY header; without it none may. */
  readonly trustedProxies?: TrustedProxies;
  /** Creates each connection's server; HTTP/1.1 in clear text by default. */
  readonly serve?: (context: ConnectionContext) => (socket: Socket) => void;
};

/** TCP keep-alive finds clients that have vanished without a word, as phones do. */
const socketOptions = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
/** Connections the kernel may hold that have not been accepted yet; it applies its own limit too. */
const backlog = 4096;

export class Listener implements Disposable {
  readonly connections: ConnectionSet;
  readonly #server: net.Server;

  private constructor(server: net.Server, connections: ConnectionSet) {
    this.#server = server;
    this.connections = connections;
  }

  /** Listens; rejects with the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …). */
  static async open(options: ListenerOptions): Promise<Listener> {
    const connections = new ConnectionSet();
    const context: ConnectionContext = {
      handler: options.handler,
      clock: options.clock,
      connections,
      onExchange: options.onExchange,
      bodyMinRate: options.bodyMinRate ?? 0,
    };
    const { room, trustedProxies } = options;
    room?.add(connections);
    const onMalformed = (): void => room?.turnedAway('proxy_header');
    const serve = (options.serve ?? serveClearText)(context);
    const server = net.createServer(socketOptions, (socket) => {
      if (room?.isFull) {
        socket.destroy();
        room.turnedAway('limit');
        return;
      }
      options.onConnection();
      if (!trustedProxies?.includes(peerAddressOf(socket))) serve(socket);
      // It lives in the connection set until its socket closes or is handed over.
      // oxlint-disable-next-line no-new
      else new ProxiedConnection(socket, { connections, serve, onMalformed });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.once('listening', () => {
        server.removeListener('error', reject);
        resolve();
      });
      const { host, port, descriptor } = options;
      if (descriptor === undefined) server.listen({ host, port, backlog });
      else listenOnDescriptor(server, descriptor, backlog);
    });
    // Failing to accept one connection, for want of descriptors say, must not end the worker.
    server.on('error', (error) => room?.turnedAway(errorField(error, 'code') ?? 'unknown'));
    return new Listener(server, connections);
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  get openConnections(): number {
    return this.connections.size;
  }

  /**
   * Stops accepting, lets requests under way finish, and cuts off what is left after `graceMs`. Idle connections stay open
   * for `retireMs` of that, for one more request each.
   */
  async drain(graceMs: number, retireMs = 0): Promise<void> {
    this.#server.close();
    await this.connections.drain(graceMs, retireMs);
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.connections[Symbol.dispose]();
  }
}

function serveClearText(context: ConnectionContext): (socket: Socket) => void {
  return (socket) => {
    // oxlint-disable-next-line no-new -- it lives in the connection set until its socket closes
    new ClientConnection(socket, context);
  };
}
