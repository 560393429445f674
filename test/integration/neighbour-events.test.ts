/** A visitor who makes up event names can't have those dropped that count. Source: docs/reference/tracker.md ("Limits"). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const close: (() => Promise<unknown>)[] = [];
let service: TestService;
let uuid = '';

beforeAll(async () => {
  service = await TestService.startWith(
    await serviceEnvironment({
      dataDir: await tempDir('file'),
      workers: 2,
      env: { ...loopbackUpstreams, NAMEPLATE_EVENT_RATE_LIMIT: '0', NAMEPLATE_LIMITS: 'event_names=20' },
    }),
  );
  close.push(() => service.stop());
  const upstream = await startUpstream((_, answer) => void answer.end('shop'));
  close.push(() => upstream.close());
  ({ uuid } = await createDomain(service, host, upstream.port));
});

afterAll(async () => {
  for (const each of close.toReversed()) await each();
});

const bodyOf = (name: string) => JSON.stringify({ u: `https://${host}/`, r: '', w: 1200, n: name });

async function send(name: string): Promise<readonly [number, string | undefined]> {
  const { status, headers } = await service.edge(host, '/.nameplate/event', {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: bodyOf(name),
  });
  return [status, headers['x-nameplate-reason']?.toString()];
}

async function stored(): Promise<Map<string, number>> {
  const { body } = await service.api(`/api/v1/analytics/custom_domains/${uuid}/query`, {
    json: { metrics: ['events'], date_range: 'day', dimensions: ['event:name'] },
  });
  return new Map(
    body.results.map((row: { dimensions: [string]; metrics: [number] }) => [
      row.dimensions[0],
      row.metrics[0],
    ]),
  );
}

it('a goal and a server’s event are stored when a visitor has used up the names of the day; others are answered as dropped', async () => {
  const goals = `/api/v1/analytics/custom_domains/${uuid}/goals`;
  const goal = { display_name: 'Purchase', event_name: 'Purchase' };
  expect((await service.api(goals, { json: goal })).status).toBe(201);
  for (let n = 0; n < 60; n += 1) await send(`made up ${n}`);
  const madeUp = async () => [...(await stored()).keys()].filter((name) => name.startsWith('made up'));
  // Before there are others: two workers' events come in two batches.
  await expect.poll(madeUp).toHaveLength(20);
  // Every worker learns it, within a moment.
  for (let n = 0; n < 6; n += 1)
    await expect.poll(() => send(`new ${n}`)).toEqual([400, 'event_names_exceeded']);
  for (let n = 0; n < 4; n += 1) expect(await send('Purchase')).toEqual([202, undefined]);
  expect((await send('pageview'))[0]).toBe(202);
  const server = await service.api('/.nameplate/event', {
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ ...JSON.parse(bodyOf('Refund')), ip: '198.51.100.7', ua: userAgent }),
  });
  expect(server.status).toBe(202);
  await expect.poll(async () => (await stored()).get('Purchase')).toBe(4);
  await expect.poll(async () => (await stored()).get('Refund')).toBe(1);
  const names = await madeUp();
  expect(names).toHaveLength(20);
  expect((await send(names[0] ?? ''))[0]).toBe(202);
});
