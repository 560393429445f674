/** Runs rows of the conformance table on one control store. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { ControlLocation } from '../../src/control/location.ts';
import { ComposedService } from '../support/composed-service.ts';
import { dataDirFor, onControlStore } from '../support/control-stores.ts';
import { loopbackUpstreams } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import {
  type ServiceSettings,
  type StartOptions,
  serviceEnvironment,
  TestService,
} from '../support/service.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Bench, type ProcessBench, type Row, takeSeenCodes } from './row.ts';

type NewEnvironment = Bench['newEnvironment'];
type Start<Service> = (env: Readonly<Record<string, string>>, options?: StartOptions) => Promise<Service>;

export function runRowsOn(kind: ControlLocation['kind'], rows: readonly Row[]): void {
  onControlStore(kind, 'conformance', (newLocation, engine) => {
    const newEnvironment: NewEnvironment = async (settings) => {
      const control = await newLocation('tables');
      return serviceEnvironment({ ...settings, dataDir: await dataDirFor(control), control });
    };
    const composed = new Services(newEnvironment, (env, options) => ComposedService.startWith(env, options), {
      workers: 1,
    });
    const processes = new Services(newEnvironment, (env, options) => TestService.startWith(env, options), {
      workers: 2,
    });
    afterAll(async () => {
      await composed.stop();
      // Rows that failed because the service was replaced don't say so.
      for (const { output } of await processes.stop())
        expect(output).not.toContain('the application process is gone');
    });

    for (const row of rows) {
      if (engine === 'postgres' && row.postgres === undefined) continue;
      const isSkipped = row.command !== undefined && lacksCommand(row.command, row.statement);
      test.skipIf(isSkipped)(`${row.source}: ${row.statement}`, async () => {
        takeSeenCodes();
        if (row.process === undefined) await row.check(await composed.main(), composed.bench(engine));
        else {
          const runToEnd: ProcessBench['runToEnd'] = (env) => TestService.runToEnd(env);
          await row.check(await processes.main(), { ...processes.bench(engine), runToEnd });
        }
        const seen = takeSeenCodes();
        expect((row.codes ?? []).filter((code) => !seen.has(code))).toEqual([]);
      });
    }
  });
}

/** Services of one kind: the one that all rows share, and what rows start. */
class Services<Service extends ServiceClient> {
  readonly #newEnvironment: NewEnvironment;
  readonly #start: Start<Service>;
  readonly #settings: Pick<ServiceSettings, 'workers'>;
  readonly #shared = new Map<string, Promise<Service>>();

  /** `settings`: of the service that all rows share. */
  constructor(
    newEnvironment: NewEnvironment,
    start: Start<Service>,
    settings: Pick<ServiceSettings, 'workers'>,
  ) {
    this.#newEnvironment = newEnvironment;
    this.#start = start;
    this.#settings = settings;
  }

  /** Started when a row needs it first. */
  main(): Promise<Service> {
    return this.#share('', async () => {
      const env = { ...loopbackUpstreams, NAMEPLATE_EDGE_HTTPS_PORT: String(await freePort()) };
      return await this.#newEnvironment({ ...this.#settings, env });
    });
  }

  bench(engine: Bench['engine']): Bench<Service> {
    const start: Start<Service> = async (env, options) => {
      const started = await this.#start(env, options);
      onTestFinished(async () => void (await started.stop()));
      return started;
    };
    return {
      engine,
      newEnvironment: this.#newEnvironment,
      start,
      newService: async (settings) => start(await this.#newEnvironment(settings)),
      sharedService: (env) => this.#share(JSON.stringify(env), () => this.#newEnvironment({ env })),
      newDirectory: () => tempDir(),
    };
  }

  async stop(): Promise<Service[]> {
    const services = await Promise.all(this.#shared.values());
    await Promise.all(services.map((service) => service.stop()));
    return services;
  }

  #share(key: string, newEnvironment: () => Promise<Record<string, string>>): Promise<Service> {
    const started = this.#shared.get(key) ?? newEnvironment().then((env) => this.#start(env));
    this.#shared.set(key, started);
    return started;
  }
}
