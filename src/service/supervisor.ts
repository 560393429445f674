/**
 * The process that `nameplate serve` begins with. It holds the sockets that clients connect to, starts the edge's workers
 * and the application process (see generation.ts), and passes on what these say to each other. It does so little that it
 * stays up: workers serve visitors on while the application process is started again.
 * Source: ARCHITECTURE.md ("Processes").
 */
import { Generation, type GenerationOptions } from './generation.ts';

export class Supervisor {
  readonly #current: Generation;

  constructor(options: GenerationOptions) {
    this.#current = new Generation(options);
  }

  /** Runs the service until a signal stops it or it cannot start; resolves with the exit code. */
  async run(): Promise<number> {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => this.#current.stop(signal));
    }
    this.#current.start();
    return await this.#current.ended;
  }
}
