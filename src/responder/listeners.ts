/**
 * The sockets of the responder: UDP and TCP on one address and port.
 * Source: docs/reference/dns-responder.md, RFC 7766 section 6.2 (limits of TCP).
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { clientNetworkOf } from '../core/client-network.ts';
import { peerAddressOf, unmapped } from '../core/ip-address.ts';
import type { Responder } from './responder.ts';
import { TcpConnection, type TcpLimits } from './tcp-connection.ts';

export type ListenerOptions = {
  readonly host: string;
  readonly port: number;
  readonly tcp?: Partial<TcpLimits & ConnectionLimits>;
};

type ConnectionLimits = { readonly connections: number; readonly connectionsPerNetwork: number };

const defaults: TcpLimits & ConnectionLimits = {
  messageMs: 5_000,
  queriesPerConnection: 100,
  connections: 256,
  connectionsPerNetwork: 32,
};

export class DnsListeners implements AsyncDisposable {
  readonly #responder: Responder;
  readonly #limits: TcpLimits & ConnectionLimits;
  readonly #udp: UdpSocket;
  readonly #tcp: Server;
  readonly #networks = new Map<Socket, string>();

  private constructor(responder: Responder, udp: UdpSocket, limits: TcpLimits & ConnectionLimits) {
    this.#responder = responder;
    this.#limits = limits;
    this.#udp = udp;
    this.#tcp = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  /** Listens. Rejects with the system's error when it can't. */
  static async open(responder: Responder, { host, port, tcp }: ListenerOptions): Promise<DnsListeners> {
    const { address } = await lookup(host);
    const udp = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4' });
    const listeners = new DnsListeners(responder, udp, { ...defaults, ...tcp });
    try {
      await listeners.#listen(address, port);
    } catch (error) {
      await listeners[Symbol.asyncDispose]();
      throw error;
    }
    return listeners;
  }

  get port(): number {
    return this.#udp.address().port;
  }

  async #listen(address: string, port: number): Promise<void> {
    const bound = once(this.#udp, 'listening');
    this.#udp.bind({ address, port });
    await bound;
    this.#udp.on('error', () => {});
    this.#udp.on('message', (message, from) => void this.#answerDatagram(message, from));
    const listening = once(this.#tcp, 'listening');
    this.#tcp.listen({ host: address, port: this.port });
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
    try {
      this.#udp.send(answer, port, address, () => {});
    } catch {
      // The client asks again.
    }
  }

  #accept(socket: Socket): void {
    const address = peerAddressOf(socket);
    const network = clientNetworkOf(address);
    const ofNetwork = [...this.#networks.values()].filter((each) => each === network).length;
    const { connections, connectionsPerNetwork } = this.#limits;
    if (this.#networks.size >= connections || ofNetwork >= connectionsPerNetwork) {
      socket.on('error', () => {}).destroy();
      return;
    }
    this.#networks.set(socket, network);
    socket.once('close', () => this.#networks.delete(socket));
    const answer = (message: Buffer) => this.#responder.answer(message, address, 'tcp');
    new TcpConnection(socket, answer, this.#limits).start();
  }

  /** Stops answering; connections end at once, and clients ask the next server. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#tcp.listening ? once(this.#tcp, 'close') : undefined;
    if (closed) this.#tcp.close();
    for (const socket of this.#networks.keys()) socket.destroy();
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
