/**
 * The socket under a client connection: unconsumed input, output, and a clean close.
 * Source: RFC 9112 section 9.6.
 *
 * States: open → closing → closed. Closing: the last answer is on its way out; then our side is shut, and what the
 * client still sends is dropped for up to 2 s and 16 MiB. Closing at once would make the kernel send RST, which can
 * destroy the answer before the client has read it. We linger unless the client announced its last request.
 *
 * There is at most one write under way. Until the kernel has taken it, no further request is read, so neither
 * direction is buffered without bound. A client that takes nothing for 60 s is cut off.
 */
import type { Socket } from 'node:net';
import { peerAddressOf } from '../../core/ip-address.ts';
import { headTimeoutMs, lingerMaxBytes, lingerMs, writeStallMs } from './connection-context.ts';
import { Outbox } from './outbox.ts';

/** The reader and writer of the socket. */
export interface SocketOwner {
  /** Bytes came in. */
  received(): void;
  /** The kernel has taken a write, or the socket is gone. */
  written(tick: number): void;
  /** The client has shut its side. */
  ended(): void;
  closed(): void;
}

export class ClientSocket {
  /** IPv4 in its own form also on a dual-stack socket. */
  readonly peerAddress: string;
  readonly outbox: Outbox;
  /** On the monotonic clock. */
  deadlineTick: number;
  /** What was received and is not consumed yet: from `at` on. */
  chunk: Buffer | null = null;
  at = 0;
  /** When the bytes now being read came in. */
  readTick = 0;
  isClosing = false;
  hasClientEnded = false;
  readonly #socket: Socket;
  #text = '';
  #isPaused = false;
  #endsAtOnce = false;
  #lingerBytes = 0;

  constructor(socket: Socket, owner: SocketOwner) {
    this.#socket = socket;
    this.peerAddress = peerAddressOf(socket);
    this.deadlineTick = performance.now() + headTimeoutMs;
    this.outbox = new Outbox(socket, () => {
      this.readTick = performance.now();
      owner.written(this.readTick);
    });
    socket.on('data', (chunk: Buffer) => {
      if (this.isClosing) this.#linger(chunk.length);
      else {
        this.chunk = chunk;
        this.#text = '';
        this.at = 0;
        this.readTick = performance.now();
        owner.received();
      }
    });
    socket.on('end', () => {
      this.hasClientEnded = true;
      owner.ended();
    });
    // A broken connection needs no handling here: `close` follows and cleans up.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.chunk = null;
      owner.closed();
    });
  }

  get isDestroyed(): boolean {
    return this.#socket.destroyed;
  }

  /** Written and not yet taken by the kernel, nor handed to it. */
  get pendingBytes(): number {
    return this.outbox.sizeBytes + (this.outbox.isWriting ? this.#socket.writableLength : 0);
  }

  /** Latin1: the end of the chunk, made once. It begins at `textStart` in the chunk. */
  get text(): string {
    if (this.#text === '' && this.chunk) this.#text = this.chunk.toString('latin1', this.at);
    return this.#text;
  }

  get textStart(): number {
    return (this.chunk?.length ?? 0) - this.text.length;
  }

  /** Lets go of the chunk when nothing of it is needed any more. */
  release(): void {
    if (!this.isClosing && this.chunk && this.at < this.chunk.length) return;
    this.chunk = null;
    this.#text = '';
  }

  /** Hands over what is gathered, unless a write is under way. */
  flush(): void {
    if (this.outbox.flush()) this.deadlineTick = this.readTick + writeStallMs;
  }

  /** The same, outside of reading: the write is timed from now. */
  flushNow(): void {
    this.readTick = performance.now();
    this.flush();
  }

  /** Stops reading until something else is done. */
  pause(mustWait: boolean): void {
    if (mustWait === this.#isPaused) return;
    this.#isPaused = mustWait;
    if (mustWait) this.#socket.pause();
    else this.#socket.resume();
  }

  /** The outbox holds the last answer. `isLastRequest`: the client announced that nothing follows its request. */
  closeAfterAnswer(isLastRequest: boolean): void {
    const hasMore = this.chunk !== null && this.at < this.chunk.length;
    this.isClosing = true;
    // TLS connections need a close_notify first.
    this.#endsAtOnce = isLastRequest && !hasMore && !('encrypted' in this.#socket);
  }

  /** After each write while closing. */
  closeWhenWritten(): void {
    if (this.outbox.isWriting) return;
    // Not within the write's own callback: Node would then create an error, with its stack, for the destroyed
    // socket's missing callbacks.
    if (this.#endsAtOnce) process.nextTick(destroySocket, this.#socket);
    else {
      this.deadlineTick = this.readTick + lingerMs;
      this.#socket.end();
    }
  }

  /** Ends our side without a further answer. */
  shut(): void {
    if (!this.isClosing) {
      this.isClosing = true;
      this.deadlineTick = performance.now() + lingerMs;
      this.chunk = null;
    }
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resets the connection, which tells the client that the answer is incomplete. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #linger(bytes: number): void {
    this.#lingerBytes += bytes;
    if (this.#lingerBytes > lingerMaxBytes) this.destroy();
  }
}

function destroySocket(socket: Socket): void {
  socket.destroy();
}
