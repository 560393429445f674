/** Traces and metrics at a collector. Source: docs/reference/tracing.md. */
import { expect, onTestFinished, test } from 'vitest';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { type CollectedSpan, OtlpCollector } from '../support/otlp-collector.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const read: typeof OtlpCollector.read = (attributes, key) => OtlpCollector.read(attributes, key);
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentSpanId}-01`;
const shop = 'shop.example.com';
const go = 'go.example.com';

async function start(ratio: string): Promise<{ collector: OtlpCollector; service: TestService }> {
  const collector = await OtlpCollector.start();
  onTestFinished(() => collector[Symbol.asyncDispose]());
  const service = await TestService.start({
    dataDir: await tempDir(),
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_OTLP_ENDPOINT: `${collector.endpoint}/`,
      NAMEPLATE_OTLP_HEADERS: 'Authorization=Bearer%20collector-secret,x-team=a%2Cb',
      NAMEPLATE_OTLP_TRACE_RATIO: ratio,
    },
  });
  onTestFinished(async () => void (await service.stop()));
  return { collector, service };
}

function spanOf(collector: OtlpCollector, path: string): CollectedSpan | undefined {
  return collector.spans.find(({ attributes }) => read(attributes, 'url.path') === path);
}

test('every step of a request arrives, and continues the trace that it came with', async () => {
  const { collector, service } = await start('1');
  const seen: (string | undefined)[] = [];
  const upstream = await startUpstream((request, answer) => {
    seen.push(request.headers.traceparent?.toString());
    answer.end('hello');
  });
  onTestFinished(() => upstream.close());
  const domain = await createDomain(service, shop, upstream.port);
  await service.api(service.redirects, {
    json: { source_host: go, destination_url: 'https://dest.example' },
  });
  await service.edge(shop, '/cart?token=secret', { headers: { traceparent } });
  await service.edge(go, '/sale');
  await service.edge('unknown.example.com', '/lost');
  await upstream.close();
  await service.edge(shop, '/away');
  await expect.poll(() => spanOf(collector, '/away')).toBeDefined();

  const cart = spanOf(collector, '/cart');
  expect(cart).toMatchObject({ traceId, parentSpanId, name: 'GET', kind: 2 });
  expect(read(cart?.attributes ?? [], 'server.address')).toBe(shop);
  expect(read(cart?.attributes ?? [], 'http.response.status_code')).toBe(200);
  expect(read(cart?.attributes ?? [], 'nameplate.custom_domain_uuid')).toBe(domain.uuid);
  const asked = collector.spans.find((span) => span.parentSpanId === cart?.spanId);
  expect(asked).toMatchObject({ traceId, name: 'GET', kind: 3 });
  expect(seen[0]).toBe(`00-${traceId}-${asked?.spanId}-01`);
  expect(BigInt(asked?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(asked?.startTimeUnixNano ?? 0));

  const sale = spanOf(collector, '/sale');
  expect(read(sale?.attributes ?? [], 'http.response.status_code')).toBe(301);
  expect(sale?.parentSpanId ?? '').toBe('');
  expect(spanOf(collector, '/lost')).toBeDefined();
  const away = spanOf(collector, '/away');
  expect(away?.status.code).toBe(2);
  expect(collector.spans.find((span) => span.parentSpanId === away?.spanId)?.status.code).toBe(2);
  expect(
    collector.spans.find(({ name }) => name === 'POST /api/v1/accounts/:account_uuid/redirects'),
  ).toMatchObject({ kind: 2 });
  expect(read(collector.resource, 'service.name')).toBe('nameplate');
  expect(collector.headers).toMatchObject({ authorization: 'Bearer collector-secret', 'x-team': 'a,b' });
  expect(JSON.stringify(collector.spans)).not.toMatch(/secret|127\.0\.0\.1/);

  // The last metrics are sent by the stop, which has counted everything.
  expect(await service.stop()).toBe(0);
  const metric = (name: string) => collector.metrics.find((one) => one.name === name);
  const redirects = metric('nameplate_edge_responses_total')?.sum.dataPoints.find(
    // oxlint-disable-next-line typescript/no-explicit-any -- a data point as it came
    ({ attributes }: any) => read(attributes, 'class') === '3xx',
  );
  expect(redirects.asDouble ?? redirects.asInt).toBe(1);
  const histogram = metric('nameplate_api_request_duration_seconds')?.histogram.dataPoints[0];
  expect(histogram.bucketCounts.length).toBe(histogram.explicitBounds.length + 1);
  expect(histogram.bucketCounts.reduce((sum: number, count: number) => sum + count, 0)).toBe(
    Number(histogram.count),
  );
  expect(service.output).not.toContain('collector-secret');
});

test('nothing is traced at a ratio of 0, and a collector that refuses is said once', async () => {
  const { collector, service } = await start('0');
  const seen: (string | undefined)[] = [];
  const upstream = await startUpstream((request, answer) => {
    seen.push(request.headers.traceparent?.toString());
    answer.end('hello');
  });
  onTestFinished(() => upstream.close());
  await createDomain(service, shop, upstream.port);
  await service.edge(shop, '/', { headers: { traceparent } });
  expect(seen).toEqual([traceparent]);
  collector.status = 401;
  expect(await service.stop()).toBe(0);
  expect(collector.spans).toEqual([]);
  expect(service.output.match(/NAMEPLATE_OTLP_ENDPOINT does not take data/g)).toHaveLength(1);
});
