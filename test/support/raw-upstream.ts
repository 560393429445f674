/** Upstreams that send exactly the given bytes, and the edge in front of them. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import type { UpstreamRoute } from '../../src/core/route.ts';
import { domainAt } from './proxied-domain.ts';
import { openRawEdge, type RawEdge, type RawEdgeOptions } from './raw-http.ts';

/** One connection that the edge made to the upstream. */
export class RawUpstreamConnection {
  /** Latin1. */
  received = '';
  receivedBytes = 0;
  /** Whether `received` is kept, or only counted. */
  keeps = true;
  hasEnded = false;
  isClosed = false;
  readonly socket: net.Socket;
  #wakes: (() => void)[] = [];

  constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      if (this.keeps) this.received += chunk.toString('latin1');
      this.#changed();
    });
    socket.on('error', () => {});
    socket.on('end', () => {
      this.hasEnded = true;
      this.#changed();
    });
    socket.on('close', () => {
      this.isClosed = true;
      this.#changed();
    });
  }

  say(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Says nothing more; what was said still arrives. */
  end(text = ''): void {
    this.socket.end(text, 'latin1');
  }

  /** Ends with a TCP reset. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Waits for a further head and takes it out of what was received. */
  async head(): Promise<string> {
    await this.until(() => this.received.includes('\r\n\r\n'));
    const end = this.received.indexOf('\r\n\r\n') + 4;
    const head = this.received.slice(0, end);
    this.received = this.received.slice(end);
    return head;
  }

  /** Waits until what was received ends like this, and takes all of it. */
  async body(ending: string): Promise<string> {
    await this.until(() => this.received.endsWith(ending));
    const body = this.received;
    this.received = '';
    return body;
  }

  /** Waits until a condition holds; rejects when the connection closes before. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.isClosed)
        throw new Error(`the edge has closed the connection after ${JSON.stringify(this.received)}`);
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve);
      });
    }
  }

  /** Waits until the edge will send nothing more. */
  async gone(): Promise<void> {
    while (!this.hasEnded && !this.isClosed) {
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve);
      });
    }
  }

  #changed(): void {
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }
}

export type RawUpstream = {
  readonly port: number;
  readonly connections: RawUpstreamConnection[];
  /** The next connection that the edge makes, in order. */
  next(): Promise<RawUpstreamConnection>;
  /** Refuses further connections. */
  stopListening(): void;
};

/** Listens on a free port of 127.0.0.1 until the test is over. With `secure` it speaks TLS. */
export async function openRawUpstream(
  onConnection: (connection: RawUpstreamConnection) => void = () => {},
  secure?: tls.TlsOptions,
): Promise<RawUpstream> {
  const connections: RawUpstreamConnection[] = [];
  const waiting: ((connection: RawUpstreamConnection) => void)[] = [];
  let given = 0;
  const accept = (socket: net.Socket): void => {
    const connection = new RawUpstreamConnection(socket);
    connections.push(connection);
    onConnection(connection);
    const waiter = waiting.shift();
    if (!waiter) return;
    given++;
    waiter(connection);
  };
  const options = { allowHalfOpen: true, noDelay: true };
  const server = secure
    ? tls.createServer({ ...options, ...secure }, accept)
    : net.createServer(options, accept);
  server.on('tlsClientError', () => {});
  // Those that never finish the TLS handshake, too.
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'close');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) server.close();
    await closed;
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return {
    port: address.port,
    connections,
    next: async () => {
      const connection = connections[given];
      if (connection) {
        given++;
        return connection;
      }
      return await new Promise((resolve) => waiting.push(resolve));
    },
    stopListening: () => {
      server.close();
    },
  };
}

/** Answers each request without content with the next text, the last one again and again. */
export function answering(...texts: readonly string[]): (connection: RawUpstreamConnection) => void {
  let index = 0;
  return (connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        await connection.head();
        connection.say(texts[Math.min(index++, texts.length - 1)] ?? '');
      }
    };
    // Ends with the connection.
    goOn().catch(() => {});
  };
}

/** An edge that proxies `d.example` to a port of 127.0.0.1. */
export async function openProxyEdge(
  port: number,
  options: RawEdgeOptions & {
    readonly upstream?: Partial<UpstreamRoute>;
    readonly trustedProxies?: readonly string[];
  } = {},
): Promise<RawEdge> {
  const { upstream, trustedProxies, ...edge } = options;
  return await openRawEdge({ 'a.example': {} }, trustedProxies, undefined, {
    domains: { 'd.example': domainAt({ port, ...upstream }) },
    ...edge,
  });
}

/** A request for `d.example`. */
export function request(start: string, fields: readonly string[] = [], body = ''): string {
  return `${start} HTTP/1.1\r\nHost: d.example\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n${body}`;
}
