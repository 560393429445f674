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
/** Requests between two kills: enough to lose some, and less in all than a report lists, whatever the machine's pace. */
const [fewest, most] = [60, 900];

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
  const answered = new Map<
    string,
    { readonly client: number; readonly sentAt: number; readonly at: number }
  >();
  const killedAt: number[] = [];
  const load = { isOn: true, mayAnswer: most };
  const visit = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; load.isOn; turn++) {
      while (load.isOn && answered.size >= load.mayAnswer) await delay(5);
      const path = `/c${client}/${turn}`;
      const sentAt = performance.now();
      const answer = await service.edge(host, path, { agent }).catch(() => undefined);
      if (answer?.status === 200) answered.set(path, { client, sentAt, at: performance.now() });
      await delay(answer ? 5 : 20);
    }
    agent.destroy();
  };
  const visits = Promise.all(Array.from({ length: clients }, (_, client) => visit(client)));

  for (let round = 0; round < rounds; round++) {
    const before = answered.size;
    load.mayAnswer = before + most;
    await expect.poll(() => answered.size - before).toBeGreaterThan(fewest);
    await delay(150 + Math.random() * 300);
    if (round % 2 === 0) {
      const [pid] = service.workerPids().toSorted(() => Math.random() - 0.5);
      if (pid === undefined) throw new Error('there is no worker');
      killedAt.push(performance.now());
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => service.isReady()).toBe(true);
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
  const all = [...answered.values()];
  /**
   * How old a record was at the last request that its worker took before the next kill. What passed since then may be time in which the
   * worker got no CPU. An answer that this process reads after a kill may have been sent just before it: such a record is of age 0.
   */
  const ageMs = ({ client, sentAt, at }: (typeof all)[number]): number => {
    const kill = Math.min(...killedAt.filter((each) => each >= sentAt));
    const later = all.filter((each) => each.client === client && each.sentAt >= at && each.at <= kill);
    return Math.max(0, ...later.map((each) => each.sentAt - at));
  };
  let files: { name: string; count: number }[] = [];
  let recorded = new Set<string>();
  let agesMs: number[] = [];
  const lostTooOld = async (): Promise<number[]> => {
    files = (await reportOf(service, domain, 'files', '?limit=10000')).data;
    recorded = new Set(files.map(({ name }) => name));
    agesMs = [...answered].filter(([path]) => !recorded.has(path)).map(([, record]) => ageMs(record));
    return agesMs.filter((age) => age > mayBeLostMs);
  };
  // Workers that outlive their service by a moment leave theirs to be adopted later.
  await expect.poll(lostTooOld, { interval: 500 }).toEqual([]);
  expect(files.length).toBeLessThan(10_000);
  expect(files.filter(({ count }) => count > 1)).toEqual([]);
  process.stdout.write(
    `kill -9: ${rounds} rounds, ${answered.size} requests, ${agesMs.length} records lost, ` +
      `the oldest ${Math.round(Math.max(0, ...agesMs))} ms before a kill\n`,
  );
  // A broken spool would lose next to nothing in no time if next to nothing was recorded.
  expect(recorded.size).toBeGreaterThan(answered.size * 0.9);
});
