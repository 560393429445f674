/**
 * A service composed in the test's own process: all that the application process has, and edge workers beside it. It listens on real
 * ports and keeps a real data directory; what needs processes of its own (signals, kill -9, several workers) is in service.ts.
 *
 * A process can have one chDB directory open, so the services of one test file share theirs. That is as when several machines share
 * a ClickHouse server: rows carry the uuids of their accounts' domains.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseConfig } from '../../src/config/config.ts';
import { composeApi, type RunningService } from '../../src/service/compose-api.ts';
import type { Supervision } from '../../src/service/supervision.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { InProcessFleet } from './in-process-fleet.ts';
import { type ServiceSettings, serviceEnvironment } from './service.ts';
import { ServiceClient } from './service-client.ts';
import { tempDir } from './temp-dir.ts';

const startTimeoutMs = 240_000;

let analytics: Promise<string> | undefined;

export class ComposedService extends ServiceClient {
  readonly #fleet = new InProcessFleet();
  readonly #printed: string[] = [];
  #service: RunningService | undefined;

  private constructor(env: Readonly<Record<string, string>>, token: string | undefined) {
    super(env, token);
  }

  /** Starts a service on free ports. */
  static async start(settings: ServiceSettings): Promise<ComposedService> {
    return ComposedService.startWith(await serviceEnvironment(settings));
  }

  /** Starts a service with the environment that the program would have; rejects as that would end. */
  static async startWith(
    env: Readonly<Record<string, string>>,
    options: { readonly token?: string } = {},
  ): Promise<ComposedService> {
    const service = new ComposedService(env, options.token);
    await service.#start();
    return service;
  }

  override get stdout(): string {
    return this.#printed.join('');
  }

  override get output(): string {
    return this.stdout;
  }

  override async stop(): Promise<void> {
    await this.#service?.close();
    if (this.#fleet.size > 0) throw new Error(`${this.#fleet.size} edge workers outlive their service`);
  }

  async #start(): Promise<void> {
    const parsed = parseConfig(this.env);
    const { location } = parsed.analytics;
    analytics ??= tempDir('file');
    const config =
      location.kind === 'chdb'
        ? { ...parsed, analytics: { ...parsed.analytics, location: { ...location, path: await analytics } } }
        : parsed;
    const logger = createLogger(config.log, { write: (line) => void this.#printed.push(line) });
    this.#service = await composeApi(
      config,
      { role: 'serve', migrate: false },
      supervisionOf(this.#fleet),
      logger,
    );
    this.#printed.push(this.#service.banner);
    const giveUpAt = performance.now() + startTimeoutMs;
    while (!(await this.isReady())) {
      if (performance.now() > giveUpAt) {
        await this.stop();
        throw new Error(`the service did not start:\n${this.output}`);
      }
      await sleep(20);
    }
    await this.findAccount();
  }
}

/** A first start, with nothing before it and nothing above it. */
function supervisionOf(fleet: InProcessFleet): Supervision {
  return {
    isRestart: false,
    counts: { restarts: 0, upgrades: 0 },
    passedPorts: {},
    hasPredecessor: false,
    predecessorGone: Promise.resolve(),
    isCandidate: false,
    edge: () => {},
    released: () => {},
    giveUp: (why) => {
      throw new Error(why);
    },
    serve: (...args) => fleet.serve(...args),
    stop: (...args) => fleet.stop(...args),
  };
}
