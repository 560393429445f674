/** Which hosts and pages led to visits and requests: what is recorded of referrers, on the wire and in queries. */
import { expect } from 'vitest';
import { createDomain as createLocalDomain, startUpstream } from '../support/domains.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { expectCount, firefox, type MeasuredDomain, reportsOf } from './analytics-resources.ts';
import { newHost, type Row } from './row.ts';
import { send } from './tracker.ts';
import { expectViews } from './web-analytics-resources.ts';

const source = 'docs/reference/enrichment.md ("Referrers")';

type Case = readonly [referrer: string, host: string, page: string];

/** What is stored of a referrer of a view on `host`: with the switch off, and on. */
function casesOf(host: string, sibling: string): Case[] {
  const long = 'x'.repeat(8_000);
  return [
    ['', 'Direct', 'Direct'],
    ['about:blank', 'Direct', 'Direct'],
    ['https://', 'Direct', 'Direct'],
    [`https://${host}/private`, 'Direct', 'Direct'],
    [`https://WWW.${host.toUpperCase()}:8443/private`, 'Direct', 'Direct'],
    [`https://${sibling}/private`, sibling, `${sibling}/private`],
    ['https://www.google.com/', 'google.com', 'google.com'],
    ['https://l.facebook.com/l.php?u=secret#secret', 'l.facebook.com', 'l.facebook.com/l.php'],
    ['HTTPS://www.Blog.Example.org.:8443/A/b', 'blog.example.org', 'blog.example.org/A/b'],
    ['https://ada:secret@mail.example.org/a@b', 'mail.example.org', 'mail.example.org/a@b'],
    ['https://plain.example.org?secret=/secret', 'plain.example.org', 'plain.example.org'],
    ['https://xn--mnchen-3ya.example/%C3%A4%', 'xn--mnchen-3ya.example', 'xn--mnchen-3ya.example/%C3%A4%'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm', 'com.google.android.gm'],
    [`https://a.example/${long}`, 'a.example', `a.example/${'x'.repeat(490)}`],
  ];
}

/** The values of one dimension and how often each is there, by name. */
async function countsBy(
  service: ServiceClient,
  domain: MeasuredDomain,
  path: string,
  json: {
    readonly dimensions: readonly string[];
    readonly metrics: readonly string[];
    readonly filters?: unknown;
  },
): Promise<Record<string, number>> {
  const answer = await service.api(`${domain.reports}/${path}`, {
    json: { date_range: 'all', ...json },
    token: domain.owner.token,
  });
  expect(answer).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  const results: { dimensions: string[]; metrics: number[] }[] = answer.body.results;
  return Object.fromEntries(results.map(({ dimensions, metrics }) => [dimensions[0], metrics[0] ?? 0]));
}

function countsOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

export const referrerRows: readonly Row[] = [
  {
    source,
    statement:
      'visit:referrer and request:referrer are hosts, and pages from the moment that referrer_paths is on',
    async check(service) {
      const upstream = await startUpstream((_, answer) => void answer.end('hello'));
      const owner = { token: service.token, upstreams: '' };
      const made = await createLocalDomain(service, newHost(), upstream.port);
      const sibling = await createLocalDomain(service, newHost(), upstream.port);
      const { uuid, host } = made;
      const domain = { uuid, host, owner, path: '', reports: reportsOf(uuid) };
      const cases = casesOf(host, sibling.host);
      let visitor = 0;
      const visitAll = async () => {
        for (const [referrer] of cases) {
          // Each is a visitor's only view, so a visit of its own.
          visitor += 1;
          const event = { u: `https://${host}/`, r: referrer, w: 1280 };
          const agent = { 'user-agent': firefox.replaceAll('128.0', `1${visitor}.0`) };
          expect((await send(service, domain, event, agent)).status).toBe(202);
          const headers = referrer === '' ? {} : { referer: referrer };
          expect((await service.edge(host, `/page/${visitor}`, { headers })).status).toBe(200);
        }
      };
      await visitAll();
      const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${made.upstreamUuid}/custom_domains/${uuid}`;
      const attributes = { referrer_paths: true };
      expect((await service.api(path, { method: 'PUT', json: attributes })).status).toBe(200);
      await visitAll();
      await upstream.close();
      await expectViews(service, domain, 2 * cases.length);
      await expectCount(service, domain, 4 * cases.length);

      const expected = countsOf(cases.flatMap(([, withoutPath, withPath]) => [withoutPath, withPath]));
      const visits = { dimensions: ['visit:referrer'], metrics: ['visits'] };
      expect(await countsBy(service, domain, 'query', visits)).toEqual(expected);
      // Beside the requests that reported the views.
      const filters = [['contains', 'request:path', ['/page/']]];
      const requests = { dimensions: ['request:referrer'], metrics: ['requests'], filters };
      expect(await countsBy(service, domain, 'requests/query', requests)).toEqual(expected);

      const ofPage = { ...visits, filters: [['is', 'visit:referrer', ['l.facebook.com/l.php']]] };
      expect(await countsBy(service, domain, 'query', { ...ofPage, dimensions: ['visit:source'] })).toEqual({
        Facebook: 1,
      });
      const ofHost = [...filters, ['contains', 'request:referrer', ['l.facebook.com']]];
      expect(
        await countsBy(service, domain, 'requests/query', {
          ...requests,
          dimensions: ['request:source'],
          filters: ofHost,
        }),
      ).toEqual({ Facebook: 2 });
    },
  },
];
