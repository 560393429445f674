/** The tracker's script and its events on the wire. What a browser does with it: test/e2e/tracker.test.ts. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { createDomain as createLocalDomain, startUpstream } from '../support/domains.ts';
import type { EdgeAnswer, ServiceClient } from '../support/service-client.ts';
import { dataOf, firefox, googlebot, type MeasuredDomain, reportsOf } from './analytics-resources.ts';
import { createDomain, createUpstream, newOwner } from './domain-resources.ts';
import { newHost, type Row } from './row.ts';
import { expectViews } from './web-analytics-resources.ts';

const source = 'docs/reference/tracker.md ("How it gets into a page")';
const scriptPath = '/.nameplate/script.js';
const eventPath = '/.nameplate/event';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

export async function newDomain(service: ServiceClient, attributes: object = {}): Promise<MeasuredDomain> {
  const owner = await newOwner(service);
  const { uuid, host, path } = await createDomain(service, owner, await createUpstream(service, owner), {
    ...attributes,
  });
  return { uuid, host, owner, path, reports: reportsOf(uuid) };
}

/** Reports to the edge as the script does. */
export function send(
  service: ServiceClient,
  { host }: Pick<MeasuredDomain, 'host'>,
  event: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<EdgeAnswer> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return service.edge(host, eventPath, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': firefox, ...headers },
    body,
  });
}

/** The same on the API's origin. */
function sendToApi(service: ServiceClient, event: unknown, userAgent: string = firefox): Promise<Response> {
  return fetch(`${service.apiOrigin}${eventPath}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': userAgent },
    body: JSON.stringify(event),
  });
}

export const trackerRows: readonly Row[] = [
  {
    source: 'docs/reference/tracker.md ("The tracker")',
    statement: 'the script is on every custom domain and on the API origin, at most 1,024 bytes compressed',
    async check(service) {
      const domain = await newDomain(service);
      const onDomain = await service.edge(domain.host, scriptPath);
      expect(onDomain).toMatchObject({
        status: 200,
        headers: {
          'access-control-allow-origin': '*',
          'content-type': expect.stringContaining('javascript'),
        },
      });
      expect(gzipSync(onDomain.body, { level: 9 }).length).toBeLessThanOrEqual(1_024);
      const onApi = await fetch(`${service.apiOrigin}${scriptPath}`);
      expect(onApi.status).toBe(200);
      expect(onApi.headers.get('access-control-allow-origin')).toBe('*');
      expect(await onApi.text()).toBe(onDomain.body);
      for (const { headers } of [onDomain]) expect(headers['set-cookie']).toBeUndefined();
    },
  },
  {
    source: 'docs/reference/tracker.md ("What it sends")',
    statement:
      'an event {u, r, w} is answered 202 and counted with its path, source, screen, browser and UTM',
    async check(service) {
      const [domain, other] = [await newDomain(service), await newDomain(service)];
      const page = `https://${domain.host}/caf%C3%A9?utm_source=mail&private=1#part`;
      const accepted = await send(service, domain, {
        u: page,
        r: 'https://www.google.com/search?q=x',
        w: 1280,
      });
      expect(accepted).toMatchObject({
        status: 202,
        body: '',
        headers: { 'access-control-allow-origin': '*' },
      });
      expect(accepted.headers['set-cookie']).toBeUndefined();
      const again = { u: `https://${domain.host}/two`, r: page, w: 1280 };
      expect((await send(service, domain, again)).status).toBe(202);
      expect((await send(service, domain, { u: page, w: 390 }, { 'user-agent': safari })).status).toBe(202);
      // Sites that are not proxied report to the API, and name their domain where the page has another host.
      const far = { u: 'https://staging.example/far', d: other.host };
      expect((await sendToApi(service, far)).status).toBe(202);
      expect((await sendToApi(service, { u: `http://${other.host}/near` }, safari)).status).toBe(202);
      // Whatever a client may send beside a URL that is one.
      const odd = { u: `https://${other.host}/odd\ud800`, r: `\ud800${'x'.repeat(60_000)}`, w: -1 };
      expect((await send(service, other, odd)).status).toBe(202);

      await expectViews(service, domain, 3);
      await expectViews(service, other, 3);
      const ask = async (of: MeasuredDomain, report: string) => await dataOf(service, of, report);
      expect(await ask(domain, 'unique_visitors_count')).toEqual({ count: 2 });
      expect(await ask(domain, 'total_visits_count')).toEqual({ count: 2 });
      expect((await ask(domain, 'pages')).data).toEqual([
        { path: '/caf%C3%A9', views: 2, percentage: 66.67 },
        { path: '/two', views: 1, percentage: 33.33 },
      ]);
      expect((await ask(domain, 'sources')).data).toMatchObject([
        { name: 'Direct', count: 1 },
        { name: 'Google', count: 1 },
      ]);
      expect((await ask(domain, 'utm_params?utm_param=source')).data).toMatchObject([
        { value: 'mail', count: 2 },
      ]);
      expect((await ask(domain, 'devices')).data).toMatchObject({
        browsers: [{ name: 'Firefox' }, { name: 'Safari' }],
        operating_systems: [{ name: 'Linux' }, { name: 'iOS' }],
        screen_sizes: [{ name: 'Laptop' }, { name: 'Mobile' }],
      });
      expect(await ask(domain, 'current_visitors')).toEqual({ count: 2 });
      expect((await ask(other, 'pages')).data).toMatchObject([
        { path: '/far' },
        { path: '/near' },
        { path: expect.stringMatching(/^\/odd/) },
      ]);
    },
  },
  {
    source: 'docs/reference/tracker.md ("Answers")',
    statement: 'an event that is refused is answered 400 with the reason in a field, and not counted',
    async check(service) {
      const domain = await newDomain(service);
      const page = { u: `https://${domain.host}/` };
      const cases: readonly (readonly [string, unknown, Record<string, string>?])[] = [
        ['body_invalid', 'not JSON'],
        ['body_invalid', '"a text"'],
        ['body_invalid', ''],
        ['body_invalid', {}],
        ['url_invalid', { u: 'javascript:alert(1)' }],
        ['url_invalid', { u: 'file:///etc/passwd' }],
        ['url_invalid', { u: 17 }],
        ['host_other', { u: 'https://other.example/' }],
        ['bot', page, { 'user-agent': googlebot }],
        ['user_agent_missing', page, { 'user-agent': '' }],
        ['privacy_signal', page, { 'sec-gpc': '1' }],
        ['privacy_signal', page, { dnt: '1' }],
        ['prefetch', page, { 'sec-purpose': 'prefetch;prerender' }],
      ];
      for (const [reason, event, headers] of cases) {
        const answer = await send(service, domain, event, headers);
        expect([reason, answer.status, answer.headers['x-nameplate-reason']]).toEqual([reason, 400, reason]);
        expect(answer.headers['access-control-allow-origin']).toBe('*');
      }
      const huge = await send(service, domain, { ...page, r: 'x'.repeat(70_000) });
      expect([huge.status, huge.headers['x-nameplate-reason']]).toEqual([413, 'body_too_large']);
      const unknown = await sendToApi(service, { u: 'https://unknown.example/' });
      expect([unknown.status, unknown.headers.get('x-nameplate-reason')]).toEqual([400, 'domain_unknown']);
      // One that is counted tells when the others would have been.
      expect((await send(service, domain, page)).status).toBe(202);
      await expectViews(service, domain, 1);
    },
  },
  {
    source,
    statement: 'with web_analytics off there is neither script nor event, with manual both',
    async check(service) {
      const off = await newDomain(service, { web_analytics: 'off' });
      const manual = await newDomain(service, { web_analytics: 'manual' });
      expect((await service.edge(off.host, scriptPath)).status).toBe(404);
      expect((await send(service, off, { u: `https://${off.host}/` })).status).toBe(404);
      const refused = await sendToApi(service, { u: `https://${off.host}/` });
      expect([refused.status, refused.headers.get('x-nameplate-reason')]).toEqual([400, 'web_analytics_off']);
      expect((await service.edge(manual.host, scriptPath)).status).toBe(200);
      expect((await send(service, manual, { u: `https://${manual.host}/` })).status).toBe(202);
    },
  },
  {
    source: 'docs/reference/injection.md ("Which pages")',
    statement: 'with inject the edge adds the script to proxied text/html 200 responses, and to nothing else',
    async check(service) {
      const html = '<!doctype html><html><head><title>x</title></head><body>y</body></html>';
      const upstream = await startUpstream((request, answer) => {
        const isText = request.url === '/text';
        answer.writeHead(request.url === '/missing' ? 404 : 200, {
          'content-type': isText ? 'text/plain' : 'text/html; charset=utf-8',
        });
        answer.end(html);
      });
      const tag = '<script defer src="/.nameplate/script.js"></script>';
      const inject = await createLocalDomain(service, newHost(), upstream.port, { web_analytics: 'inject' });
      const manual = await createLocalDomain(service, newHost(), upstream.port, { web_analytics: 'manual' });
      const body = async (host: string, path: string) => (await service.edge(host, path)).body;
      expect(await body(inject.host, '/page')).toBe(html.replace('</head>', `${tag}</head>`));
      expect(await body(inject.host, '/text')).toBe(html);
      expect(await body(inject.host, '/missing')).toBe(html);
      expect(await body(manual.host, '/page')).toBe(html);
      await upstream.close();
    },
  },
];
