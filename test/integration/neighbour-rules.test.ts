/** Rules of one account that take more memory than a worker has leave it serving everybody. Source: docs/reference/edge.md ("What workers read"). */

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../src/control/rules-text.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { HostRulesStore } from '../../src/features/rules/host-rules-store.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const lists = 7;
const rulesOfList = 100_000;
const hostAt = (index: number): string => `h${index}.example.com`;

test('seven lists of 100,000 rules in a heap of 640 MB', async () => {
  const dataDir = await tempDir();
  const env = await serviceEnvironment({ dataDir });
  const first = await TestService.startWith(env);
  const { accountUuid } = first;
  await first.stop();
  {
    const path = join(dataDir, 'control.db');
    await using store = await ControlStore.open({ kind: 'sqlite', path }, systemClock);
    const replace = (host: string, length: number, to: string) => {
      const rules = Array.from({ length }, (_, index) => ({
        active: true,
        if: { path: `/:lang/old-${index}` },
        then: { redirect: { to: `${to}${index}`, status: 301 as const, query: true } },
      }));
      return new HostRulesStore(store).replace({
        ...textOf(rules),
        accountUuid,
        host,
        isExpected: () => true,
        keptFrom: null,
      });
    };
    for (let index = 0; index < lists; index++)
      await replace(hostAt(index), rulesOfList, `https://new.example/${index}/`);
    await replace('neighbour.example.com', 1, 'https://new.example/n/');
  }
  const service = await TestService.startWith({ ...env, NODE_OPTIONS: '--max-old-space-size=640' });
  onTestFinished(async () => void (await service.stop()));
  const workers = service.workerPids();
  const location = async (host: string, rule: number) =>
    (await service.edge(host, `/de/old-${rule}`)).headers.location;
  for (const round of [1, 2]) {
    for (let index = 0; index < lists; index++) {
      const rule = 99_990 + round;
      expect(await location(hostAt(index), rule)).toBe(`https://new.example/${index}/${rule}`);
      expect(await location('neighbour.example.com', 0)).toBe('https://new.example/n/0');
    }
  }
  expect(service.workerPids()).toEqual(workers);
});
