/** The analytics store away or damaged: what keeps working, and what comes back. Source: docs/guides/operations.md. */
import { execFile } from 'node:child_process';
import { readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
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
  await expect.poll(count, { interval: 200 }).toBe(3);

  await front.goAway();
  const report = await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/files`);
  expect(report).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
  expect(report.headers.get('retry-after')).toMatch(/^\d+$/);
  await visit(service, 5);
  expect(await service.api('/readyz', { token: null })).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { analytics_store: 'does not answer' } },
  });
  expect((await service.api('/livez', { token: null })).status).toBe(200);
  // Long enough for a try or two to fail.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await visit(service, 2);

  await front.comeBack();
  await expect.poll(count, { interval: 500 }).toBe(10);
  await expect.poll(() => service.isReady()).toBe(true);
  // Nothing that was tried before is stored a second time.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await count()).toBe(10);
});

test('a directory that cannot be opened, and a part that cannot be read, stop neither edge nor API', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const dataDir = await tempDir();
  let service = await TestService.start({ dataDir, env: loopbackUpstreams });
  onTestFinished(async () => {
    await service.stop();
  });
  const domain = await createDomain(service, host, upstream.port);
  const report = () => service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/request_count`);
  const count = async () => (await report()).body.count;
  const metrics = async (): Promise<string> => (await service.api('/metrics')).body;
  await visit(service, 3);
  await expect.poll(count, { interval: 200 }).toBe(3);
  expect(await metrics()).toMatch(/^nameplate_analytics_broken_parts 0$/m);
  await service.stop();

  const directory = join(dataDir, 'analytics');
  renameSync(directory, `${directory}.aside`);
  writeFileSync(directory, 'no directory');
  service = await TestService.startWith(service.env, { until: '/livez' });
  await visit(service, 2);
  expect(await report()).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
  expect((await service.api('/readyz')).body).toMatchObject({
    checks: { analytics_store: 'does not answer', control_store: 'ok', edge_workers: 'ok' },
  });
  expect(await metrics()).toMatch(/^nameplate_analytics_store_away 1$/m);
  expect(service.output).toMatch(/the analytics directory .* cannot be opened/);
  rmSync(directory);
  renameSync(`${directory}.aside`, directory);
  await expect.poll(() => service.isReady(), { interval: 500 }).toBe(true);
  await expect.poll(count, { interval: 500 }).toBe(5);
  expect(await metrics()).toMatch(/^nameplate_analytics_store_away 0$/m);
  await service.stop();

  breakPart(directory);
  const doctor = await promisify(execFile)(process.execPath, [builtProgram, 'doctor'], {
    env: { PATH: process.env.PATH, ...service.env },
  }).catch((error: { stdout: string }) => error);
  expect(doctor.stdout).toMatch(/^problem +analytics store +.*1 broken part of requests/m);
  service = await TestService.startWith(service.env);
  await expect.poll(metrics).toMatch(/^nameplate_analytics_broken_parts 1$/m);
  expect(service.output).toMatch(/"table":"requests".*a part of the analytics store is unreadable/);
  expect(await count()).toBeLessThan(5);
});

/** Cuts off a file of one part of the table `requests`, as a broken disk might. */
function breakPart(directory: string): void {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  // Only its parts have this projection.
  const part = files.find((name) => /\/\d{6}_\d+_\d+_\d+\/by_client\.proj$/.test(name));
  if (part === undefined) throw new Error('there is no part of requests');
  truncateSync(join(directory, part, '..', 'columns.txt'), 3);
}
