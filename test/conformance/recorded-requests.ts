/** What a request is, as the edge records it. */
import { expect } from 'vitest';
import { createDomain as createLocalDomain, startUpstream } from '../support/domains.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { dataOf, expectCount, type MeasuredDomain, reportsOf } from './analytics-resources.ts';
import { newHost, postRedirect, type Row } from './row.ts';

const source = 'docs/reference/proxy-analytics.md ("Requests")';

/** A custom domain on an upstream of this machine, on a service that allows that. */
async function localDomain(service: ServiceClient, port: number): Promise<MeasuredDomain> {
  const { uuid, host } = await createLocalDomain(service, newHost(), port);
  const owner = { token: service.token, upstreams: '' };
  return { uuid, host, owner, path: '', reports: reportsOf(uuid) };
}

export const requestRows: readonly Row[] = [
  {
    source,
    statement:
      'every request that the edge answers for the host is counted: proxied ones, redirects and errors',
    async check(service) {
      const upstream = await startUpstream((request, answer) => {
        answer.writeHead(request.url === '/missing' ? 404 : 200).end('hello');
      });
      const domain = await localDomain(service, upstream.port);
      const redirect = await postRedirect(service, { source_host: domain.host, match_path: '/old' });
      expect(redirect.status).toBe(201);
      expect((await service.edge(domain.host, '/page?query=1')).status).toBe(200);
      expect((await service.edge(domain.host, '/page', { method: 'POST', body: 'x' })).status).toBe(200);
      expect((await service.edge(domain.host, '/missing')).status).toBe(404);
      expect((await service.edge(domain.host, '/old?query=1')).status).toBe(301);
      await upstream.close();
      expect((await service.edge(domain.host, '/down')).status).toBe(502);
      await expectCount(service, domain, 5);
      expect(await dataOf(service, domain, 'request_count')).toEqual({ count: 5 });
      expect((await dataOf(service, domain, 'files')).data).toEqual([
        { name: '/page', count: 2, percentage: 40 },
        { name: '/down', count: 1, percentage: 20 },
        { name: '/missing', count: 1, percentage: 20 },
        { name: '/old', count: 1, percentage: 20 },
      ]);
      expect((await dataOf(service, domain, 'response_codes')).data).toMatchObject([
        { http_code: 200, count: 2 },
        { http_code: 301, count: 1 },
        { http_code: 404, count: 1 },
        { http_code: 502, count: 1 },
      ]);
    },
  },
  {
    source,
    statement: 'requests for other hosts are not counted',
    async check(service) {
      const upstream = await startUpstream();
      const domain = await localDomain(service, upstream.port);
      await service.edge(newHost(), '/elsewhere');
      await service.edge(domain.host, '/counted');
      await upstream.close();
      await expectCount(service, domain, 1);
      expect((await dataOf(service, domain, 'files')).data).toMatchObject([{ name: '/counted' }]);
    },
  },
  {
    source,
    statement: 'bytes are those of start lines, fields and bodies of request and response',
    async check(service) {
      const upstream = await startUpstream((request, answer) => {
        request
          .resume()
          .on('end', () => answer.writeHead(200, { 'content-length': '100000' }).end('r'.repeat(100_000)));
      });
      const domain = await localDomain(service, upstream.port);
      await service.edge(domain.host, '/', { method: 'POST', body: 'q'.repeat(50_000) });
      await upstream.close();
      await expectCount(service, domain, 1);
      const { bytes } = await dataOf(service, domain, 'total_data_transfer');
      expect(bytes).toBeGreaterThan(150_000 + 40);
      expect(bytes).toBeLessThan(150_000 + 1_500);
      const { data } = await dataOf(service, domain, 'data_transfer_by_date');
      expect(Object.values(data).reduce((sum, value) => Number(sum) + Number(value), 0)).toBe(bytes);
    },
  },
  {
    source,
    statement: 'duration is from the first byte of the request to the last byte of the response, in seconds',
    async check(service) {
      const upstream = await startUpstream((__, answer) => {
        answer.write('first');
        setTimeout(() => answer.end('last'), 320);
      });
      const domain = await localDomain(service, upstream.port);
      const askedAt = performance.now();
      await service.edge(domain.host, '/');
      const seconds = (performance.now() - askedAt) / 1_000;
      await upstream.close();
      await expectCount(service, domain, 1);
      const { duration } = await dataOf(service, domain, 'average_response_time');
      expect(duration).toBeGreaterThanOrEqual(0.315);
      expect(duration).toBeLessThan(seconds + 5);
    },
  },
];
