/**
 * The operator's way to the API: a socket in the data directory, which only the service's own user can open. It is recognised by
 * being another listener than the one on TCP. Source: docs/reference/operator-api.md.
 *
 * Bound under a name of its own and then renamed, so a new process takes the place of the one before without a moment in which
 * there is none. A process that stops removes the file if it is still its own; one that is killed leaves it.
 */
import { once } from 'node:events';
import { renameSync, statSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { listenPrivately, socketAddress } from '../core/socket-address.ts';

export const apiSocketName = 'api.sock';

export class ApiSocket {
  readonly #server: Server;
  readonly #makeApi: () => Promise<FastifyInstance>;
  readonly #onError: (error: unknown) => void;
  /** Made for the first connection: most services never have one. */
  #api: Promise<FastifyInstance> | undefined;
  readonly #directory: string;
  #inode: number | undefined;

  private constructor(
    directory: string,
    makeApi: () => Promise<FastifyInstance>,
    onError: (error: unknown) => void,
  ) {
    this.#directory = directory;
    this.#makeApi = makeApi;
    this.#onError = onError;
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      void this.#accept(socket).catch((error: unknown) => {
        onError(error);
        socket.destroy();
      });
    });
  }

  /** Listens in a data directory. Rejects with the system's error. */
  static async open(
    directory: string,
    makeApi: () => Promise<FastifyInstance>,
    onError: (error: unknown) => void,
  ): Promise<ApiSocket> {
    const socket = new ApiSocket(directory, makeApi, onError);
    using own = socketAddress(directory, `${apiSocketName}.${process.pid}`);
    using shared = socketAddress(directory, apiSocketName);
    listenPrivately(socket.#server, own);
    await once(socket.#server, 'listening');
    renameSync(own.path, shared.path);
    socket.#inode = inodeOf(shared.path);
    return socket;
  }

  /** Accepts nothing more, and lets requests under way finish for up to `drainMs`. */
  async stop(drainMs: number): Promise<void> {
    using address = socketAddress(this.#directory, apiSocketName);
    if (this.#inode !== undefined && inodeOf(address.path) === this.#inode) unlinkSync(address.path);
    this.#inode = undefined;
    this.#server.close();
    const api = await this.#api?.catch(this.#onError);
    if (!api) return;
    const cutOff = setTimeout(() => api.server.closeAllConnections(), drainMs);
    await api.close();
    clearTimeout(cutOff);
  }

  async #accept(socket: Socket): Promise<void> {
    this.#api ??= this.#makeApi();
    const api = await this.#api;
    await api.ready();
    api.server.emit('connection', socket);
    socket.resume();
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
