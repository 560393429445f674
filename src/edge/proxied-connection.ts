/**
 * A connection from a trusted proxy, until it is known whether a PROXY header stands before its bytes.
 * Source: docs/reference/edge.md ("PROXY protocol").
 *
 * States: waiting (for the first bytes, 10 s at most) → handed over (to what serves connections, with the client's
 * address and without the header) or closed (the header is malformed, or nothing came).
 */
import type { Socket } from 'node:net';
import { headTimeoutMs } from './http1/connection-context.ts';
import type { ConnectionSet, TendedConnection } from './http1/connection-set.ts';
import { readProxyHeader } from './proxy-header.ts';

export type ProxiedConnectionOptions = {
  readonly connections: ConnectionSet;
  readonly serve: (socket: Socket) => void;
  readonly onMalformed: () => void;
};

export class ProxiedConnection implements TendedConnection {
  /** On the monotonic clock; looked at by the sweep. */
  readonly deadlineTick: number = performance.now() + headTimeoutMs;
  readonly #socket: Socket;
  readonly #options: ProxiedConnectionOptions;
  #received: Buffer | undefined;

  constructor(socket: Socket, options: ProxiedConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    options.connections.add(this);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  /** What it becomes is retired. */
  retire(): void {}

  /** Nothing has been asked for yet. */
  drain(): void {
    this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  expire(): void {
    this.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const header = readProxyHeader(received);
    if (header === 'incomplete') {
      this.#received = received;
    } else if (header === 'malformed') {
      this.#options.onMalformed();
      this.destroy();
    } else if (header === 'none') {
      this.#handOver(received);
    } else {
      const { clientAddress, sizeBytes } = header;
      if (clientAddress !== null)
        Object.defineProperty(this.#socket, 'remoteAddress', { value: clientAddress });
      this.#handOver(received.subarray(sizeBytes));
    }
  };

  #handOver(rest: Buffer): void {
    const socket = this.#socket;
    const { connections, serve } = this.#options;
    socket.pause();
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError);
    socket.off('close', this.#onClose);
    if (rest.length > 0) socket.unshift(rest);
    serve(socket);
    connections.delete(this);
    socket.resume();
  }

  readonly #onEnd = (): void => this.destroy();

  /** `close` follows. */
  readonly #onError = (): void => {};

  readonly #onClose = (): void => this.#options.connections.delete(this);
}
