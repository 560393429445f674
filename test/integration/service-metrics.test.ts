/** `/metrics` of the running service, read as Prometheus reads it. Source: docs/guides/operations.md. */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ComposedService } from '../support/composed-service.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePorts } from '../support/free-port.ts';
import { TestService } from '../support/service.ts';
import { lacksCommand } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const lacksPromtool = lacksCommand('promtool', 'what promtool says of /metrics');

const alerts = 'docs/monitoring/alerts.yml';
const dashboard = 'docs/monitoring/grafana-dashboard.json';

test.skipIf(lacksPromtool)(
  'the alert rules and the queries of the dashboard are what promtool takes',
  async () => {
    const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
    for (const args of [
      ['check', 'rules', alerts],
      ['test', 'rules', 'docs/monitoring/alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
    }
    const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
      await readFile(dashboard, 'utf8'),
    );
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(20);
    const rules = queries.map((expr, index) => ({
      record: `q${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const path = join(await tempDir(), 'queries.yml');
    await writeFile(path, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(promtool('check', 'rules', path)).toMatchObject({ status: 0 });
  },
);

test.skipIf(lacksPromtool)('promtool finds nothing wrong with /metrics', async () => {
  const [tlsPort, closed] = await freePorts(2);
  const service = await TestService.start({
    dataDir: await tempDir(),
    // With automatic certificates, whose metrics are there only then; nothing here orders one.
    env: {
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: `https://127.0.0.1:${closed}/directory`,
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  const metrics = async (): Promise<string> => (await service.api('/metrics', { token: null })).body;
  await expect.poll(metrics).toMatch(/^nameplate_acme_certificates\{state="valid"\} 0$/m);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await metrics(),
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });

  // With what Prometheus adds, every metric that rules and dashboard name.
  const exposed = new Set([...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = (await Promise.all([alerts, dashboard].map((path) => readFile(path, 'utf8')))).join('\n');
  const names = new Set([...named.matchAll(/nameplate_[a-z_]+/g)].map(([name]) => name));
  const missing = [...names].filter((name) => !exposed.has(name.replace(/_(?:bucket|sum|count)$/, '')));
  expect(missing).toEqual([]);
  expect(names.size).toBeGreaterThan(20);
});

test('requests are counted by how long they took, and workers by what they use', async () => {
  const upstream = await startUpstream((_, answer) => void answer.end('hello'));
  onTestFinished(() => upstream.close());
  const service = await ComposedService.start({ dataDir: await tempDir(), env: loopbackUpstreams });
  onTestFinished(async () => {
    await service.stop();
  });
  const { host } = await createDomain(service, 'shop.example.com', upstream.port);
  for (let i = 0; i < 3; i++) expect(await service.edge(host, '/')).toMatchObject({ status: 200 });
  expect(await service.edge('elsewhere.example.com', '/')).toMatchObject({ status: 404 });
  const metrics = async (): Promise<string> => (await service.api('/metrics', { token: null })).body;
  await expect.poll(metrics).toMatch(/^nameplate_edge_request_duration_seconds_count\{class="4xx"\} 1$/m);
  const text = await metrics();
  for (const name of ['request_duration_seconds', 'upstream_response_seconds']) {
    expect(text).toContain(`nameplate_edge_${name}_count{class="2xx"} 3\n`);
    expect(text).toContain(`nameplate_edge_${name}_bucket{class="2xx",le="60"} 3\n`);
    const sum = new RegExp(`^nameplate_edge_${name}_sum\\{class="2xx"\\} (.+)$`, 'm').exec(text)?.[1];
    expect(Number(sum)).toBeGreaterThan(0);
    expect(Number(sum)).toBeLessThan(60);
  }
  expect(text).toContain('nameplate_edge_upstream_response_seconds_count{class="4xx"} 0\n');
  expect(text).toMatch(/^nameplate_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m);
  expect(text).toMatch(/^nameplate_edge_worker_cpu_seconds_total\{worker="1"\} 0?\.?\d+/m);
  expect(text).toMatch(/^nameplate_edge_worker_resident_memory_bytes\{worker="1"\} \d{8,}$/m);
  expect(text).toMatch(/^nameplate_edge_worker_event_loop_delay_seconds\{worker="1",stat="p99"\} \d/m);
  expect(text).not.toContain(host);
});

test("a worker's counts survive its death, and its replacement takes over its number", async () => {
  const service = await TestService.start({ dataDir: await tempDir(), env: { NAMEPLATE_EDGE_WORKERS: '1' } });
  onTestFinished(async () => {
    await service.stop();
  });
  const metrics = async (): Promise<string> => (await service.api('/metrics', { token: null })).body;
  const count = 'nameplate_edge_request_duration_seconds_count{class="4xx"}';
  await service.edge('elsewhere.example.com', '/');
  await expect.poll(metrics).toContain(`${count} 1\n`);
  const [victim = 0] = service.workerPids();
  process.kill(victim, 'SIGKILL');
  await expect.poll(metrics).toContain('nameplate_edge_workers_replaced_total{reason="died"} 1\n');
  await expect.poll(metrics).toContain('nameplate_edge_workers 1\n');
  await service.edge('elsewhere.example.com', '/');
  await expect.poll(metrics).toContain(`${count} 2\n`);
  expect(await metrics()).not.toContain('worker="2"');
});

test('the busiest hosts are named where that is wished, as they are configured, and no others', async () => {
  const upstream = await startUpstream((_, answer) => void answer.end('hello'));
  onTestFinished(() => upstream.close());
  const service = await ComposedService.start({
    dataDir: await tempDir(),
    env: { ...loopbackUpstreams, NAMEPLATE_METRICS_HOSTS: '3' },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  await createDomain(service, 'shop.example.com', upstream.port, { redirect_to_www: true });
  await createDomain(service, '*.tenants.example.com', upstream.port);
  for (const source_host of ['go.example.com', 'rare.example.com'])
    await service.api(`/api/v1/accounts/${service.accountUuid}/redirects`, {
      json: { source_host, destination_url: 'https://dest.example' },
    });
  const requests = {
    'a.tenants.example.com': 3,
    'b.tenants.example.com': 3,
    'www.shop.example.com': 2,
    'SHOP.example.com': 2,
    'go.example.com': 2,
    'rare.example.com': 1,
    'elsewhere.example.com': 9,
  };
  for (const [host, times] of Object.entries(requests))
    for (let time = 0; time < times; time++) await service.edge(host, '/');
  const named = async () => {
    const { body } = await service.api('/metrics', { token: null });
    return [...String(body).matchAll(/^nameplate_edge_host_requests_total\{(.*)\} (\d+)$/gm)].map(
      ([, label, count]) => [label, count],
    );
  };
  await expect.poll(named).toEqual([
    ['host="*.tenants.example.com"', '6'],
    ['host="shop.example.com"', '4'],
    ['host="go.example.com"', '2'],
  ]);
  // One that leaves the list ends its series.
  for (let time = 0; time < 4; time++) await service.edge('rare.example.com', '/');
  await expect.poll(named).toEqual([
    ['host="*.tenants.example.com"', '6'],
    ['host="rare.example.com"', '5'],
    ['host="shop.example.com"', '4'],
  ]);
});
