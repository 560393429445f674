/**
 * One connection of an HTTP/1.1 client that costs little: requests are text made before, and of an answer only its status and
 * its end are read (RFC 9112 section 6, without chunks).
 */
import { connect, type Socket } from 'node:net';

export type Outcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** The connection was refused. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * The server closed a kept connection while the request was on its way: clients send it again (RFC 9112 section 9.3.1), this
 * one doesn't.
 */
export const closedUnderRequest = 'a kept connection: closed';

type Exchange = { readonly done: (outcome: Outcome) => void; readonly timer: NodeJS.Timeout };

const maxHeadBytes = 16_384;

/** States: free ⇄ busy (a request is under way) → closed. */
export class ClientConnection {
  readonly #socket: Socket;
  #exchange: Exchange | undefined;
  #head = '';
  #status = 0;
  /** Bytes of the body that are still to come; undefined while the head is read. */
  #remaining: number | undefined;
  #used = 0;
  #isClosed = false;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.#end({ kind: 'refused' });
      else this.#fail(error.code ?? error.message);
    });
    this.#socket.on('close', () => this.#fail('closed'));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sends a request and reports how it ended, once. The connection must be free. */
  send(request: string, timeoutMs: number, done: (outcome: Outcome) => void): void {
    const timer = setTimeout(() => this.#fail(`no answer in ${timeoutMs} ms`), timeoutMs);
    this.#exchange = { done, timer };
    this.#head = '';
    this.#remaining = undefined;
    this.#used += 1;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#remaining !== undefined) return this.#readBody(chunk.length);
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) {
      if (this.#head.length > maxHeadBytes) this.#fail('a head without end');
      return;
    }
    this.#status = Number(this.#head.slice(9, 12));
    const length = /\r\ncontent-length: *([0-9]+)/i.exec(this.#head.slice(0, end))?.[1];
    if (length === undefined) return this.#fail(`status ${this.#status} without a length`);
    this.#remaining = Number(length);
    this.#readBody(this.#head.length - end - 4);
  }

  #readBody(bytes: number): void {
    this.#remaining = (this.#remaining ?? 0) - bytes;
    if (this.#remaining < 0) return this.#fail('more than was announced');
    if (this.#remaining === 0) this.#end({ kind: 'answered', status: this.#status });
  }

  #fail(why: string): void {
    const where = this.#used > 1 && this.#head === '' ? 'a kept connection' : 'a request';
    this.#end({ kind: 'failed', why: `${where}: ${why}` });
  }

  #end(outcome: Outcome): void {
    if (outcome.kind !== 'answered') this.close();
    const exchange = this.#exchange;
    this.#exchange = undefined;
    if (!exchange) return;
    clearTimeout(exchange.timer);
    exchange.done(outcome);
  }
}
