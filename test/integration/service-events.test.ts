/**
 * `kill -9` of edge workers and of the whole service under a stream of events: each one answered 202 is counted once.
 * Source: docs/reference/tracker.md ("Answers").
 */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDomain, loopbackUpstreams, reportOf } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const rounds = 10;
const clients = 4;
/** Events between two kills: enough to lose some, and less in all than a report lists, whatever the machine's pace. */
const [fewest, most] = [60, 900];
const agentField =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function segmentsWaiting(service: TestService): Promise<number> {
  const { body } = await service.api('/metrics');
  return Number(/^nameplate_spool_segments (\d+)$/m.exec(body)?.[1] ?? Number.NaN);
}

test(`${rounds} kills lose no event that was answered 202 and count none twice`, async () => {
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    workers: 2,
    env: { ...loopbackUpstreams, NAMEPLATE_RATE_LIMIT: '0', NAMEPLATE_EVENT_RATE_LIMIT: '0' },
  });
  let service = await TestService.startWith(env);
  onTestFinished(async () => {
    await service.stop();
  });
  const host = 'shop.example.com';
  const domain = await createDomain(service, host, 1);

  const accepted = new Set<string>();
  const load = { isOn: true, mayAccept: most };
  /** The last client goes to the API's origin, whose process takes events by itself. */
  const report = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; load.isOn; turn++) {
      while (load.isOn && accepted.size >= load.mayAccept) await delay(5);
      const path = `/c${client}/${turn}`;
      const body = JSON.stringify({ u: `https://${host}${path}`, r: '', w: 1_280 });
      const headers = { 'user-agent': agentField, 'content-type': 'text/plain' };
      const status =
        client === clients - 1
          ? await service.api('/.nameplate/event', { body, headers }).then(
              (answer) => answer.status,
              () => 0,
            )
          : await service.edge(host, '/.nameplate/event', { method: 'POST', agent, headers, body }).then(
              (answer) => answer.status,
              () => 0,
            );
      if (status === 202) accepted.add(path);
      await delay(status === 202 ? 5 : 20);
    }
    agent.destroy();
  };
  const reports = Promise.all(Array.from({ length: clients }, (_, client) => report(client)));

  for (let round = 0; round < rounds; round++) {
    const before = accepted.size;
    load.mayAccept = before + most;
    await expect.poll(() => accepted.size - before).toBeGreaterThan(fewest);
    await delay(150 + Math.random() * 300);
    if (round % 3 !== 2) {
      const [pid] = service.workerPids().toSorted(() => Math.random() - 0.5);
      if (pid === undefined) throw new Error('there is no worker');
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => service.isReady()).toBe(true);
    } else {
      await service.kill();
      service = await TestService.startWith(env);
    }
  }
  load.isOn = false;
  await reports;

  // A segment is closed within a second; what dead processes left is adopted within five.
  await delay(6_000);
  await expect.poll(() => segmentsWaiting(service), { interval: 200 }).toBe(0);
  let pages: { path: string; views: number }[] = [];
  let counted = new Set<string>();
  const notCounted = async (): Promise<string[]> => {
    pages = (await reportOf(service, domain, 'pages', '?limit=10000')).data;
    counted = new Set(pages.map(({ path }) => path));
    return [...accepted].filter((path) => !counted.has(path));
  };
  await expect.poll(notCounted, { interval: 500 }).toEqual([]);
  const unasked = [...counted].filter((path) => !accepted.has(path));
  process.stdout.write(
    `kill -9: ${rounds} rounds, ${accepted.size} events answered 202, ${counted.size} counted, ` +
      `${unasked.length} of them without an answer\n`,
  );
  expect(accepted.size).toBeGreaterThan(500);
  expect(pages.length).toBeLessThan(10_000);
  expect(pages.filter(({ views }) => views !== 1)).toEqual([]);
  // Stored and not answered: at most those under way at a kill.
  expect(unasked.length).toBeLessThanOrEqual(rounds * clients);
});
