/**
 * Edge workers in the test's own process, in place of worker processes. What goes between them and the application's side is
 * written and read as the channel between processes does it, or what JSON loses would be found in production only.
 * Source: Node's child_process, "Advanced serialization": the default is JSON.
 */
import { EdgeWorker } from '../../src/edge/edge-worker.ts';
import type { WorkerChannel, WorkerChannelEvents, WorkerFleet } from '../../src/edge/worker-fleet.ts';
import type { MessageToWorker } from '../../src/edge/worker-protocol.ts';

export class InProcessFleet implements WorkerFleet {
  readonly #channels = new Set<InProcessChannel>();

  takeOver(): Promise<readonly WorkerChannel[]> {
    return Promise.resolve([]);
  }

  fork(): WorkerChannel {
    const channel = new InProcessChannel(() => this.#channels.delete(channel));
    this.#channels.add(channel);
    return channel;
  }

  /** Workers that have not ended. */
  get size(): number {
    return this.#channels.size;
  }
}

class InProcessChannel implements WorkerChannel {
  readonly pid = process.pid;
  readonly #onGone: () => void;
  readonly #worker: EdgeWorker;
  #events: WorkerChannelEvents | undefined;
  #isConnected = true;

  constructor(onGone: () => void) {
    this.#onGone = onGone;
    this.#worker = new EdgeWorker({
      send: (message, written) =>
        this.#pass(message, (received) => {
          this.#events?.received(received);
          written?.();
        }),
      exit: (code) => setImmediate(() => void this.#end(`exit code ${code}`)),
    });
  }

  open(events: WorkerChannelEvents): void {
    this.#events = events;
    this.#worker.begin();
  }

  send(message: MessageToWorker): void {
    this.#pass(message, (received) => void this.#worker.receive(received));
  }

  kill(): void {
    void this.#end('signal SIGKILL');
  }

  #pass<T>(message: T, receive: (message: T) => void): void {
    const text = JSON.stringify(message);
    setImmediate(() => {
      // What a dead worker is sent, or a killed one was about to say, is lost.
      if (this.#isConnected) receive(JSON.parse(text));
    });
  }

  async #end(how: string): Promise<void> {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    await this.#worker.close();
    this.#onGone();
    this.#events?.exited(how);
  }
}
