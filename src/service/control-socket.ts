/**
 * The socket over which commands reach the running service, and the lock of its data directory: whoever listens on it has
 * the directory. Source: docs/reference/service.md ("The control socket").
 *
 * A socket that nobody listens on was left by a service that was killed, and is replaced. Two services that find it so at
 * once take turns by a file lock, which the kernel releases with its process.
 */
import { once } from 'node:events';
import { unlinkSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorField } from '../core/error-field.ts';
import { listenPrivately, type SocketAddress, socketAddress, socketName } from '../core/socket-address.ts';
import { askControlSocket, NotRunning } from './control-client.ts';
import {
  type ControlAnswer,
  type ControlRequest,
  maxRequestBytes,
  type Outcome,
  readRequest,
  type UpgradeRequest,
} from './control-protocol.ts';

const lockName = 'nameplate.lock';
const requestTimeoutMs = 10_000;
const maxConnections = 16;
const tries = 50;
const againAfterMs = 100;

/** Another service has the data directory. */
export class InUse extends Error {
  override readonly name = 'InUse';
  readonly pid: number;

  constructor(pid: number) {
    super(`process ${pid} uses the data directory`);
    this.pid = pid;
  }
}

export type ControlHandler = (
  request: UpgradeRequest,
  tell: (progress: string) => void,
) => Promise<Omit<Outcome, 'pid'>>;

export class ControlSocket implements AsyncDisposable {
  readonly #server: net.Server;
  readonly #address: SocketAddress;
  readonly #hasApi: boolean;
  readonly #connections = new Set<Socket>();
  #handler: ControlHandler = async () => ({ outcome: 'refused', message: 'the service has not started yet' });

  private constructor(address: SocketAddress, hasApi: boolean) {
    this.#address = address;
    this.#hasApi = hasApi;
    this.#server = net.createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = maxConnections;
  }

  /** Takes an existing directory for a service with or without the API. Rejects with {@link InUse}, or with the system's error. */
  static async open(directory: string, hasApi = true): Promise<ControlSocket> {
    const address = socketAddress(directory);
    try {
      const socket = new ControlSocket(address, hasApi);
      await socket.#listen(directory);
      return socket;
    } catch (error) {
      address[Symbol.dispose]();
      throw error;
    }
  }

  /** Until it is called, every request is refused. */
  serve(handler: ControlHandler): void {
    this.#handler = handler;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const connection of this.#connections) connection.destroy();
    await once(this.#server, 'close');
    this.#address[Symbol.dispose]();
  }

  async #listen(directory: string): Promise<void> {
    for (let i = 0; ; i++) {
      if (await this.#tryListen()) return;
      await this.#requireStale(directory);
      if (await this.#replace(directory)) return;
      if (i === tries) throw new Error(`${socketName} can't be replaced: another process holds ${lockName}`);
      await sleep(againAfterMs);
    }
  }

  /** Answers false when there is a socket already. */
  async #tryListen(): Promise<boolean> {
    listenPrivately(this.#server, this.#address);
    try {
      await once(this.#server, 'listening');
      return true;
    } catch (error) {
      if (errorField(error, 'code') === 'EADDRINUSE') return false;
      throw error;
    }
  }

  async #requireStale(directory: string): Promise<void> {
    try {
      const { pid } = await askControlSocket(
        directory,
        { request: 'status' },
        { timeoutMs: requestTimeoutMs },
      );
      throw new InUse(pid);
    } catch (error) {
      if (!(error instanceof NotRunning)) throw error;
    }
  }

  /** Answers false when another process may be replacing it. */
  async #replace(directory: string): Promise<boolean> {
    // Loaded where it is needed: this process should be small.
    const { FileLock } = await import('../analytics/ingest/file-lock.ts');
    const lock = FileLock.tryAcquire(join(directory, lockName));
    if (!lock) return false;
    try {
      // It may have been bound a moment ago by a process that didn't listen yet.
      await sleep(againAfterMs);
      await this.#requireStale(directory);
      unlinkSync(this.#address.path);
      return await this.#tryListen();
    } finally {
      lock.release('and remove the file');
    }
  }

  #accept(socket: Socket): void {
    this.#connections.add(socket);
    let received = '';
    const overdue = setTimeout(() => socket.destroy(), requestTimeoutMs);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(overdue);
      this.#connections.delete(socket);
    });
    const onData = (chunk: string): void => {
      received += chunk;
      const end = received.indexOf('\n');
      if (end === -1 && received.length <= maxRequestBytes) return;
      socket.off('data', onData);
      clearTimeout(overdue);
      void this.#answer(socket, readRequest(received.slice(0, end)));
    };
    socket.on('data', onData);
    socket.on('end', () => {
      if (!received.includes('\n')) socket.destroy();
    });
  }

  async #answer(socket: Socket, request: ControlRequest | undefined): Promise<void> {
    const write = (answer: ControlAnswer): void => {
      if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
    };
    const { pid } = process;
    if (!request) write({ outcome: 'refused', message: 'the request is malformed', pid });
    else if (request.request === 'status')
      write({ outcome: 'done', message: 'running', pid, api: this.#hasApi });
    else write({ ...(await this.#handler(request, (progress) => write({ progress }))), pid });
    socket.end();
    socket.resume();
  }
}
