/** The analytics store away while the service runs: an outage of a ClickHouse server. Source: issue 3 ("Store away"). */
import { expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example.com';

async function visit(service: TestService, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) expect((await service.edge(host, '/')).status).toBe(200);
}

test('reports answer 503, the edge serves on, and every request is counted once later', async () => {
  const front = await ClickhouseFront.start();
  onTestFinished(() => front[Symbol.asyncDispose]());
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const service = await TestService.start({
    dataDir: await tempDir(),
    workers: 2,
    env: { ...loopbackUpstreams, NAMEPLATE_CLICKHOUSE_URL: front.url },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  const domain = await createDomain(service, host, upstream.port);
  const count = async () => (await reportOf(service, domain, 'request_count')).count;
  await visit(service, 3);
  await expect.poll(count, { timeout: 15_000, interval: 200 }).toBe(3);

  await front.goAway();
  const report = await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/files`);
  expect(report).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
  expect(report.headers.get('retry-after')).toMatch(/^\d+$/);
  await visit(service, 5);
  expect((await service.api('/readyz', { token: null })).status).toBe(503);
  expect((await service.api('/healthz', { token: null })).status).toBe(200);
  // Long enough for a try or two to fail.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await visit(service, 2);

  await front.comeBack();
  await expect.poll(count, { timeout: 40_000, interval: 500 }).toBe(10);
  expect(await service.isReady()).toBe(true);
  // Nothing that was tried before is stored a second time.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await count()).toBe(10);
}, 120_000);
