/** Stands between the service and a server, and fails as networks do. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * States: open (connections pass) → shut (every connection is refused, those there are were cut) → open …, and from
 * open → silent (connections are accepted and stay, but nothing passes any more) → open again, for new connections only:
 * those of the time before stay silent, as after the failover of an address.
 */
export class Passage {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isSilent = false;

  constructor(host: string, port: number) {
    this.#target = { host, port };
  }

  /** Answers the port to connect to, the same each time. */
  async open(): Promise<number> {
    this.#server = createServer((near) => this.#accept(near));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    return this.#port;
  }

  /** From now on nothing passes; nothing is closed, and no side learns of it. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) {
      socket.unpipe();
      // What arrives is taken, so that the kernels see a living peer.
      socket.resume();
    }
  }

  /** Lets new connections pass, to another server perhaps. */
  recover(target: { host: string; port: number } = this.#target): void {
    Object.assign(this.#target, target);
    this.#isSilent = false;
  }

  /** On both sides. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  async shut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(near: Socket): void {
    this.#watch(near);
    if (this.#isSilent) {
      near.resume();
      return;
    }
    const far = connect(this.#target);
    this.#watch(far);
    for (const socket of [near, far]) {
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
