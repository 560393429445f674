/**
 * The connections to PostgreSQL, and how dead ones are found. A server that disappears silently (its machine lost
 * power, its address moved, a firewall dropped the connection) leaves sockets on which the kernel retries for a
 * quarter of an hour. Source: docs/guides/operations.md.
 *
 * A socket on which nothing moves for 12 s is destroyed, and the pool drops its client: a live server ends each
 * statement after 10 s, and the pool closes idle connections after 10 s. The connection that listens for revisions
 * sends a keep-alive query every second (routing-log.ts). When its answer is overdue, all sockets that have been
 * silent for as long are destroyed at once. The other way round, the server ends a transaction in which this process has said
 * nothing for 8 s (postgres-dialect.ts): a process that was stopped in the middle of one would hold up the writes of every other one.
 */
import { Socket } from 'node:net';
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  types as defaultTypes,
  Pool,
  type PoolClient,
} from 'pg';
import type { PostgresLocation } from './location.ts';

const int8Oid = defaultTypes.builtins.INT8;
const defaultConnections = 10;
const connectTimeoutMs = 5_000;
/** For one of the connections to be free, while many requests come at once to a store that is far. */
const turnTimeoutMs = 30_000;
export const statementTimeoutMs = 10_000;
const silenceTimeoutMs = 12_000;
/** The kernel then probes every second and gives up after ten. */
const keepAliveAfterMs = 5_000;

/** Our bigints are milliseconds, counts and revisions: all exact as numbers, which pg would hand over as text. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8Oid && format !== 'binary' ? Number : defaultTypes.getTypeParser(oid, format),
};

/** The pool's own limit is that of waiting for a turn. */
class ImpatientClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
  }
}

export class PostgresPool extends Pool {
  readonly #sockets: Set<Socket>;
  /** Where a pooler is between that can't pass notifications on. */
  readonly #listening: PostgresPool | undefined;

  /** Connects when first used. */
  constructor(
    { url, listenUrl, connections = defaultConnections }: Omit<PostgresLocation, 'kind'>,
    maxConnections: number = connections,
    sockets: Set<Socket> = new Set(),
  ) {
    super({
      connectionString: url,
      max: listenUrl === undefined ? maxConnections : Math.max(1, maxConnections - 1),
      connectionTimeoutMillis: turnTimeoutMs,
      Client: ImpatientClient,
      // PostgreSQL expects to save time by compiling a list's statement over 100,000 rows, and takes seconds for it.
      // Not a parameter of the connection's start, most of which poolers refuse. The pool waits for it, which its type doesn't say.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: (client) => client.query(`set statement_timeout = ${statementTimeoutMs}; set jit = off`),
      stream: () => openSocket(sockets),
      // Statements are sent without waiting for the answers to earlier ones: see postgres-dialect.ts.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      application_name: 'nameplate',
      types,
    });
    this.#sockets = sockets;
    if (listenUrl !== undefined) this.#listening = new PostgresPool({ url: listenUrl }, 1, sockets);
    // An idle connection that the server closes is dropped from the pool; the next query reports what matters.
    this.on('error', () => {});
    // A connection that breaks while a query runs on it fails the query, and reports it as an event as well: without a
    // listener for that, Node would end the whole process.
    this.on('connect', (client) => client.on('error', () => {}));
  }

  /** A connection for LISTEN, which a pooler in transaction mode would give to others. */
  connectToListen(): Promise<PoolClient> {
    return (this.#listening ?? this).connect();
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#listening?.end()]);
  }

  /** Answers a function that destroys every connection on which nothing has arrived since this call. */
  watchForSilence(): () => void {
    const received = new Map([...this.#sockets].map((socket) => [socket, socket.bytesRead]));
    return () => {
      for (const [socket, bytes] of received) destroyIfSilent(socket, bytes);
    };
  }
}

function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.setTimeout(silenceTimeoutMs, () => destroyIfSilent(socket, socket.bytesRead));
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/** After a look at what has arrived: a process that was stopped for a while finds its timers due before its answers. */
function destroyIfSilent(socket: Socket, bytesRead: number): void {
  setImmediate(() => {
    if (socket.bytesRead !== bytesRead) return;
    socket.destroy(Object.assign(new Error('PostgreSQL has stopped answering'), { code: 'ETIMEDOUT' }));
  });
}
