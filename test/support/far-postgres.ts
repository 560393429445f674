/** Stands between a program and PostgreSQL, and counts what the program sends, or delays it. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export class FarPostgres implements AsyncDisposable {
  readonly #target: URL;
  readonly #delayMs: number;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** What was sent since they were taken, in order, by the way to the server on which it was. */
  #trips: string[][] = [];
  #hasAnswered = true;
  #openedAt = 0;

  private constructor(url: string, delayMs: number) {
    this.#target = new URL(url);
    this.#delayMs = delayMs;
    this.#server = createServer((near) => this.#accept(near));
  }

  /** `delayMs` is that of each way. */
  static async start(url: string, delayMs = 0): Promise<FarPostgres> {
    const far = new FarPostgres(url, delayMs);
    far.#server.listen(0, '127.0.0.1');
    await once(far.#server, 'listening');
    return far;
  }

  /** The same database, from afar. */
  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#target);
    if (typeof address === 'object' && address) url.port = String(address.port);
    return url.href;
  }

  /** What was sent without waiting for an answer stands together. */
  takeTrips(): readonly (readonly string[])[] {
    const taken = this.#trips;
    this.#trips = [];
    this.#hasAnswered = true;
    return taken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    near.on(
      'data',
      statementReader((statement) => this.#note(statement)),
    );
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => void this.#pass(chunk, to, to === near));
    }
  }

  async #pass(chunk: Buffer, to: Socket, isAnswer: boolean): Promise<void> {
    if (this.#delayMs > 0) await sleep(this.#delayMs);
    to.write(chunk);
    this.#hasAnswered ||= isAnswer;
  }

  #note(statement: string): void {
    // Before two ways have passed, an answer is one to an earlier trip, which came a little behind the others.
    const now = performance.now();
    if (this.#trips.length === 0 || (this.#hasAnswered && now - this.#openedAt > 1.5 * this.#delayMs)) {
      this.#trips.push([]);
      this.#openedAt = now;
      this.#hasAnswered = false;
    }
    this.#trips.at(-1)?.push(statement);
  }
}

/** Takes a connection's bytes from the client. Source: PostgreSQL's documentation ("Message Formats"). */
function statementReader(take: (statement: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  // The first message has no type.
  let typeBytes = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      const type = typeBytes === 0 ? '' : String.fromCharCode(message[0] ?? 0);
      typeBytes = 1;
      const texts = message.subarray(5).toString('utf8').split('\0');
      if (type === 'Q') take(texts[0] ?? '');
      // Parse: the statement's name comes first.
      if (type === 'P') take(texts[1] ?? '');
    }
  };
}
