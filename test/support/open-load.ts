/** An open load: requests at a steady rate, whether or not those before were answered. */
import { Agent, request } from 'node:http';
import type { ServiceClient } from './service-client.ts';

export type LoadOptions = {
  readonly port: number;
  readonly everyMs: number;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether connections are used again; by default each request has one of its own. */
  readonly keepAlive?: boolean;
  /** How many it begins with at once, 1 by default: a client that keeps connections has as many from then on. */
  readonly atOnce?: number;
};

/** Beyond its rate. A client that was stopped for so long, as a busy machine does, opens connections anew: those it kept may be closing. */
const stoppedAfterMs = 500;

export class OpenLoad {
  readonly outcomes: Record<string, number> = {};
  readonly #options: LoadOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #timer: NodeJS.Timeout;
  readonly #agent: Agent;
  #askedTick = performance.now();

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: options.keepAlive ?? false });
    for (let i = 0; i < (options.atOnce ?? 1); i++) this.#ask();
    this.#timer = setInterval(() => this.#ask(), options.everyMs);
  }

  /** How many requests have no outcome yet. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** Ends it; answers how often each status or error was the outcome. */
  async stop(): Promise<Record<string, number>> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
    return this.outcomes;
  }

  #ask(): void {
    const tick = performance.now();
    if (tick - this.#askedTick > this.#options.everyMs + stoppedAfterMs)
      for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy();
    this.#askedTick = tick;
    const noted: Promise<boolean> = this.#outcome().then((outcome) => {
      this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
      return this.#underWay.delete(noted);
    });
    this.#underWay.add(noted);
  }

  #outcome(): Promise<string> {
    const { port, path = '/', headers = {} } = this.#options;
    return new Promise((resolve) => {
      const outgoing = request({ host: '127.0.0.1', port, path, headers, agent: this.#agent }, (answer) => {
        answer.resume().on('end', () => resolve(String(answer.statusCode)));
        answer.on('error', (error) => resolve(error.message));
      });
      outgoing.on('error', (error) => resolve(error.message)).end();
    });
  }
}

/** A load on a host of a service's edge. */
export function edgeLoad(service: ServiceClient, host: string, everyMs: number, keepAlive = false): OpenLoad {
  return new OpenLoad({ port: service.edgePort, everyMs, headers: { host }, keepAlive });
}
