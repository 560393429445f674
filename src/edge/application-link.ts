/**
 * A worker's connection to the application process, which it is told the place of. It connects again whenever the connection ends.
 * Source: ARCHITECTURE.md ("Processes").
 */
import { connect } from 'node:net';
import { basename, dirname } from 'node:path';
import { socketAddress } from '../core/socket-address.ts';
import { LineSocket } from './line-socket.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

export type ApplicationLinkEvents = {
  readonly opened: () => void;
  readonly received: (message: MessageToWorker) => void;
};

const againAfterMs = 100;

export class ApplicationLink {
  readonly #events: ApplicationLinkEvents;
  #path: string | undefined;
  #connection: LineSocket<MessageToWorker, MessageFromWorker> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(events: ApplicationLinkEvents) {
    this.#events = events;
  }

  /** Connects to a socket; leaves the one before if it is another. */
  connectTo(path: string): void {
    if (path === this.#path) return;
    this.#leave();
    this.#path = path;
    this.#connect(path);
  }

  /** What can't be sent is lost. */
  send(message: MessageFromWorker): void {
    this.#connection?.send(message);
  }

  /** Closes it when everything is sent, or after `withinMs`. */
  async end(withinMs: number): Promise<void> {
    const connection = this.#connection;
    this.#path = undefined;
    await connection?.end(withinMs);
    this.#leave();
  }

  /** Closes it at once. */
  close(): void {
    this.#path = undefined;
    this.#leave();
  }

  #leave(): void {
    clearTimeout(this.#retry);
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  #connect(path: string): void {
    const closed = (): void => {
      this.#connection = undefined;
      if (this.#path !== path) return;
      this.#retry = setTimeout(() => this.#connect(path), againAfterMs);
    };
    try {
      const address = socketAddress(dirname(path), basename(path));
      const socket = connect(address.path);
      const connection = new LineSocket<MessageToWorker, MessageFromWorker>(socket);
      this.#connection = connection;
      socket.on('connect', () => this.#events.opened());
      socket.on('close', () => address[Symbol.dispose]());
      connection.open({
        received: (message) => {
          if (this.#connection === connection) this.#events.received(message);
        },
        closed: () => {
          if (this.#connection === connection) closed();
        },
      });
    } catch {
      // No descriptor is free.
      closed();
    }
  }
}
