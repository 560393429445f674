/**
 * Edge workers in the test's own process, in place of worker processes. What goes between them and what starts them is
 * written and read as the channel between processes does it, or what JSON loses would be found in production only.
 * Source: Node's child_process, "Advanced serialization": the default is JSON.
 */
import { EdgeWorker } from '../../src/edge/edge-worker.ts';
import type { WorkerChannel, WorkerChannelEvents } from '../../src/edge/worker-fleet.ts';
import { WorkerPool } from '../../src/edge/worker-pool.ts';
import type { OrderToWorker } from '../../src/edge/worker-protocol.ts';

export class InProcessFleet extends WorkerPool {
  readonly #channels: Set<InProcessChannel>;

  constructor() {
    const channels = new Set<InProcessChannel>();
    super({
      fork: () => {
        const channel = new InProcessChannel(() => channels.delete(channel));
        channels.add(channel);
        return channel;
      },
      onReplaced: () => {},
    });
    this.#channels = channels;
  }

  /** Workers that have not ended. */
  get size(): number {
    return this.#channels.size;
  }
}

export class InProcessChannel implements WorkerChannel {
  readonly pid = process.pid;
  readonly #onGone: () => void;
  readonly #worker: EdgeWorker;
  #events: WorkerChannelEvents | undefined;
  #isConnected = true;

  constructor(onGone: () => void = () => {}) {
    this.#onGone = onGone;
    this.#worker = new EdgeWorker({
      send: (report, written) =>
        this.#pass(report, (received) => {
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

  send(order: OrderToWorker): void {
    this.#pass(order, (received) => void this.#worker.receive(received));
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
