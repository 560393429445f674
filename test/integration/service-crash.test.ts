/**
 * `kill -9` of the whole service in a stream of creates, over and over on one store. Source:
 * docs/reference/service.md ("Stopping").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { runs } from '../support/runs.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';

type Listed = { uuid: string; source_host: string };

const creators = 6;

async function listAll(service: TestService): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let page = 1; ; page++) {
    const { body } = await service.api(`${service.redirects}?sort=source_host&per_page=1000&page=${page}`);
    found.push(...body.data);
    if (body.data.length < 1000) return found;
  }
}

onEachControlStore('a killed service', (newLocation, engine) => {
  const rounds = runs(engine === 'sqlite' ? 4 : 2);

  test(`keeps every acknowledged redirect once, ${rounds} times`, async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const settings = { dataDir, control, workers: 2, env: { NAMEPLATE_RATE_LIMIT: '0' } };
    const env = await serviceEnvironment(settings);
    const acknowledged = new Map<string, string>();
    const orphans: number[] = [];
    let service = await TestService.startWith(env);
    onTestFinished(async () => {
      await service.stop();
    });
    const startsMs: number[] = [];

    for (let round = 0; round < rounds; round++) {
      const stream = { isOn: true };
      let lastAcknowledged = '';
      const create = async (creator: number) => {
        for (let turn = 0; stream.isOn; turn++) {
          const source_host = `r${round}-c${creator}-t${turn}.example.com`;
          const json = { source_host, destination_url: 'https://dest.example' };
          const answer = await service.api(service.redirects, { json }).catch(() => undefined);
          if (!answer) continue;
          expect(answer.status).toBe(201);
          acknowledged.set(source_host, answer.body.uuid);
          lastAcknowledged = source_host;
        }
      };
      const streaming = Promise.all(Array.from({ length: creators }, (_, creator) => create(creator)));
      await expect.poll(() => lastAcknowledged, { interval: 5 }).not.toBe('');
      await delay(Math.random() * 150);
      orphans.push(...service.workerPids());
      await service.kill();
      stream.isOn = false;
      await streaming;

      const startedAt = performance.now();
      service = await TestService.startWith(env);
      startsMs.push(performance.now() - startedAt);
      const found = await listAll(service);
      const uuids = new Map(found.map((redirect) => [redirect.source_host, redirect.uuid]));
      expect(uuids.size).toBe(found.length);
      expect(new Set(uuids.values()).size).toBe(found.length);
      const lost = [...acknowledged].filter(([host, uuid]) => uuids.get(host) !== uuid);
      expect(lost).toEqual([]);
      expect(await service.edge(lastAcknowledged)).toMatchObject({ status: 301 });
    }

    const sorted = startsMs.toSorted((a, b) => a - b).map(Math.round);
    const [median, slowest] = [sorted[Math.floor(rounds / 2)], sorted.at(-1)];
    process.stdout.write(
      `kill -9 on ${engine}: ${rounds} rounds, ${acknowledged.size} redirects, start median ${median} ms, slowest ${slowest} ms\n`,
    );
    await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
  });
});
