/** Runs the conformance table against the built service on one control store. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ControlLocation } from '../../src/control/location.ts';
import { dataDirFor, onControlStore } from '../support/control-stores.ts';
import { loopbackUpstreams } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Bench, takeSeenCodes } from './row.ts';
import { rows } from './table.ts';

const start: Bench['start'] = async (env, options) => {
  const started = await TestService.startWith(env, options);
  onTestFinished(async () => {
    await started.stop();
  });
  return started;
};

export function runTableOn(kind: ControlLocation['kind']): void {
  onControlStore(kind, 'conformance', (newLocation, engine) => {
    let service: TestService;
    const shared = new Map<string, Promise<TestService>>();

    const newEnvironment: Bench['newEnvironment'] = async (settings) => {
      const control = await newLocation();
      const dataDir = await dataDirFor(control);
      return serviceEnvironment({ ...settings, dataDir, control });
    };

    const sharedService: Bench['sharedService'] = async (env) => {
      const key = JSON.stringify(env);
      const started = shared.get(key) ?? newEnvironment({ env }).then((all) => TestService.startWith(all));
      shared.set(key, started);
      return started;
    };

    beforeAll(async () => {
      const tlsPort = String(await freePort());
      const env = { ...loopbackUpstreams, NAMEPLATE_EDGE_HTTPS_PORT: tlsPort };
      service = await TestService.startWith(await newEnvironment({ workers: 2, env }));
    });
    afterAll(async () => {
      await Promise.all(Array.from(shared.values(), async (started) => (await started).stop()));
      await service?.stop();
      // Rows that failed because the service was replaced don't say so.
      expect(service?.output ?? '').not.toContain('the application process is gone');
    });

    for (const row of rows) {
      if (row.only !== undefined && row.only !== engine) continue;
      test(`${row.source}: ${row.statement}`, async () => {
        takeSeenCodes();
        await row.check(service, {
          engine,
          newEnvironment,
          sharedService,
          start,
          newService: async (settings) => start(await newEnvironment(settings)),
          runToEnd: (env) => TestService.runToEnd(env),
          newDirectory: () => tempDir(),
        });
        const seen = takeSeenCodes();
        expect((row.codes ?? []).filter((code) => !seen.has(code))).toEqual([]);
      });
    }
  });
}
