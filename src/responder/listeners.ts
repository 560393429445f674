/**
 * The sockets of the responder: UDP and TCP on one address and port.
 * Source: docs/reference/dns-responder.md, RFC 7766 section 6.2 (limits of TCP).
 */
import { createSocket, type SocketType, type Socket as UdpSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { clientNetworkOf } from '../core/client-network.ts';
import { peerAddressOf, unmapped } from '../core/ip-address.ts';
import type { Responder } from './responder.ts';
import { TcpConnection, type TcpLimits } from './tcp-connection.ts';

export type ListenerOptions = {
  readonly host: string;
  readonly port: number;
  readonly tcp?: Partial<TcpLimits & ConnectionLimits>;
  /** Bound to that port already. */
  readonly open?: OpenSockets;
};

/** Sockets that a service manager opened: a listening TCP socket that nothing is read from, and a UDP socket. */
export type OpenSockets = {
  readonly tcp?: Socket | undefined;
  readonly udp?: { readonly descriptor: number; readonly type: SocketType } | undefined;
};

type ConnectionLimits = { readonly connections: number; readonly connectionsPerNetwork: number };

const defaults: TcpLimits & ConnectionLimits = {
  messageMs: 5_000,
  queriesPerConnection: 100,
  connections: 256,
  connectionsPerNetwork: 32,
};

/** Longer than the control store takes for a look-up, unless it is away. */
const answeringMs = 1_000;

export class DnsListeners implements AsyncDisposable {
  readonly #responder: Responder;
  readonly #limits: TcpLimits & ConnectionLimits;
  readonly #udp: UdpSocket;
  readonly #tcp: Server;
  readonly #networks = new Map<Socket, string>();
  /** Datagrams that were read and aren't answered yet. */
  readonly #answering = new Set<Promise<void>>();

  private constructor(responder: Responder, udp: UdpSocket, limits: TcpLimits & ConnectionLimits) {
    this.#responder = responder;
    this.#limits = limits;
    this.#udp = udp;
    this.#tcp = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  /** Listens. Rejects with the system's error when it can't. */
  static async open(
    responder: Responder,
    { host, port, tcp, open = {} }: ListenerOptions,
  ): Promise<DnsListeners> {
    const address = open.tcp && open.udp ? '' : (await lookup(host)).address;
    const udp = createSocket({ type: open.udp?.type ?? (isIPv6(address) ? 'udp6' : 'udp4') });
    const listeners = new DnsListeners(responder, udp, { ...defaults, ...tcp });
    try {
      await listeners.#listen(address, port, open);
    } catch (error) {
      await listeners[Symbol.asyncDispose]();
      throw error;
    }
    return listeners;
  }

  get port(): number {
    return this.#udp.address().port;
  }

  async #listen(address: string, port: number, open: OpenSockets): Promise<void> {
    const bound = once(this.#udp, 'listening');
    // Exclusive: of this process, and not of the one that node:cluster would ask.
    if (open.udp) this.#udp.bind({ fd: open.udp.descriptor, exclusive: true });
    else this.#udp.bind({ address, port });
    await bound;
    this.#udp.on('error', () => {});
    this.#udp.on('message', (message, from) => {
      const answered = this.#answerDatagram(message, from).finally(() => this.#answering.delete(answered));
      this.#answering.add(answered);
    });
    const listening = once(this.#tcp, 'listening');
    if (open.tcp) this.#tcp.listen(open.tcp);
    else this.#tcp.listen({ host: address, port: this.port });
    await listening;
    this.#tcp.on('error', () => {});
  }

  async #answerDatagram(
    message: Buffer,
    { address, port }: { address: string; port: number },
  ): Promise<void> {
    const answer = await this.#responder.answer(message, unmapped(address), 'udp');
    // Nobody can have sent from port 0. A socket that was closed meanwhile throws.
    if (!answer || port === 0) return;
    await new Promise<void>((resolve) => {
      try {
        this.#udp.send(answer, port, address, () => resolve());
      } catch {
        // The client asks again.
        resolve();
      }
    });
  }

  async #allAnswered(): Promise<void> {
    while (this.#answering.size > 0) await Promise.allSettled(this.#answering);
  }

  #accept(socket: Socket): void {
    const address = peerAddressOf(socket);
    const network = clientNetworkOf(address);
    const counts = new Map<string, number>();
    for (const each of this.#networks.values()) counts.set(each, (counts.get(each) ?? 0) + 1);
    const ofNetwork = counts.get(network) ?? 0;
    const { connections, connectionsPerNetwork } = this.#limits;
    const isFull = this.#networks.size >= connections;
    if (ofNetwork >= connectionsPerNetwork || (isFull && !this.#makeRoom(counts, ofNetwork))) {
      socket.on('error', () => {}).destroy();
      return;
    }
    this.#networks.set(socket, network);
    socket.once('close', () => this.#networks.delete(socket));
    const answer = (message: Buffer) => this.#responder.answer(message, address, 'tcp');
    new TcpConnection(socket, answer, this.#limits).start();
  }

  /** Ends the oldest connection of the network that has most, if a further one of another leaves that with no more. */
  #makeRoom(counts: ReadonlyMap<string, number>, ofNetwork: number): boolean {
    const most = Math.max(...counts.values());
    if (most <= ofNetwork + 1) return false;
    for (const [socket, network] of this.#networks) {
      if (counts.get(network) !== most) continue;
      this.#networks.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /**
   * Stops answering. What was read from the UDP socket is still answered, for up to a second: another process may have the
   * socket, too, and gets the rest. Connections end at once, and clients ask the next server.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#tcp.listening ? once(this.#tcp, 'close') : undefined;
    if (closed) this.#tcp.close();
    for (const socket of this.#networks.keys()) socket.destroy();
    await Promise.race([this.#allAnswered(), delay(answeringMs, undefined, { ref: false })]);
    await new Promise<void>((resolve) => {
      try {
        this.#udp.close(resolve);
      } catch {
        resolve();
      }
    });
    await closed;
  }
}
