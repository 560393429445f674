/**
 * `kill -9` of edge workers and of the whole service under load: what becomes of the records of requests.
 * Source: docs/reference/spool.md ("What is lost when").
 */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const rounds = 10;
const clients = 4;
/** A record is written 50 ms after its answer at the latest; the rest is for the timers of a busy machine. */
const mayBeLostMs = 50 + 50;

async function segmentsWaiting(service: TestService): Promise<number> {
  const { body } = await service.api('/metrics');
  return Number(/^nameplate_spool_segments (\d+)$/m.exec(body)?.[1] ?? Number.NaN);
}

test(`${rounds} kills lose no record older than 50 ms and count none twice`, async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    workers: 2,
    env: { ...loopbackUpstreams, NAMEPLATE_RATE_LIMIT: '0' },
  });
  let service = await TestService.startWith(env);
  onTestFinished(async () => {
    await service.stop();
  });
  const host = 'shop.example.com';
  const domain = await createDomain(service, host, upstream.port);

  /** By path: when the client sent the request, and when it had the whole answer. */
  const answered = new Map<string, { readonly sentAt: number; readonly at: number }>();
  const killedAt: number[] = [];
  const load = { isOn: true };
  const visit = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; load.isOn; turn++) {
      const path = `/c${client}/${turn}`;
      const sentAt = performance.now();
      const answer = await service.edge(host, path, { agent }).catch(() => undefined);
      if (answer?.status === 200) answered.set(path, { sentAt, at: performance.now() });
      await delay(answer ? 5 : 20);
    }
    agent.destroy();
  };
  const visits = Promise.all(Array.from({ length: clients }, (_, client) => visit(client)));

  for (let round = 0; round < rounds; round++) {
    await delay(150 + Math.random() * 300);
    if (round % 2 === 0) {
      const [pid] = service.workerPids().toSorted(() => Math.random() - 0.5);
      if (pid === undefined) throw new Error('there is no worker');
      killedAt.push(performance.now());
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => service.isReady(), { timeout: 10_000 }).toBe(true);
    } else {
      killedAt.push(performance.now());
      await service.kill();
      service = await TestService.startWith(env);
    }
  }
  load.isOn = false;
  await visits;

  // A segment is closed within a second; what dead processes left is adopted within five.
  await delay(6_000);
  await expect.poll(() => segmentsWaiting(service), { interval: 200 }).toBe(0);
  const files: { name: string; count: number }[] = (await reportOf(service, domain, 'files', '?limit=10000'))
    .data;
  expect(files.length).toBeLessThan(10_000);
  expect(files.filter(({ count }) => count > 1)).toEqual([]);

  const recorded = new Set(files.map(({ name }) => name));
  const lost = [...answered].filter(([path]) => !recorded.has(path));
  // An answer that this process reads after a kill may have been sent just before it: such a record is of age 0.
  const agesMs = lost.map(([, { sentAt, at }]) =>
    Math.min(...killedAt.filter((kill) => kill >= sentAt).map((kill) => Math.max(0, kill - at))),
  );
  process.stdout.write(
    `kill -9: ${rounds} rounds, ${answered.size} requests, ${lost.length} records lost, ` +
      `the oldest ${Math.round(Math.max(0, ...agesMs))} ms before a kill\n`,
  );
  expect(agesMs.filter((age) => age > mayBeLostMs)).toEqual([]);
  // A broken spool would lose next to nothing in no time if next to nothing was recorded.
  expect(recorded.size).toBeGreaterThan(answered.size * 0.9);
});
