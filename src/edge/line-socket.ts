/** Messages over a stream socket, a line of JSON each. */
import type { Socket } from 'node:net';

export type LineSocketEvents<Received> = {
  readonly received: (message: Received) => void;
  /** The last event. */
  readonly closed: () => void;
};

export class LineSocket<Received, Sent> {
  readonly #socket: Socket;
  #events: LineSocketEvents<Received> | undefined;
  /** The beginning of a line whose end is still to come. */
  #pieces: string[] = [];
  readonly closed: Promise<void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#read(text));
    // `close` follows.
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#events?.closed();
        resolve();
      });
    });
  }

  /** Says whom to tell from now on. */
  open(events: LineSocketEvents<Received>): void {
    this.#events = events;
  }

  /** What can't be sent is lost. */
  send(message: Sent): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Closes it when everything is sent, or after `withinMs`. */
  async end(withinMs: number): Promise<void> {
    this.#socket.end(() => this.#socket.destroy());
    const overdue = setTimeout(() => this.#socket.destroy(), withinMs);
    await this.closed;
    clearTimeout(overdue);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      this.#pieces.push(line);
      const message = this.#parse(this.#pieces.join(''));
      this.#pieces = [];
      if (message) this.#events?.received(message);
      else this.#socket.destroy();
    }
    if (rest !== '') this.#pieces.push(rest);
  }

  /** Undefined: it is no message. */
  #parse(line: string): Received | undefined {
    try {
      const value: Received | null = JSON.parse(line);
      return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
