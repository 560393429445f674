/** Error pages and maintenance of upstreams and custom domains. */
import { expect, onTestFinished } from 'vitest';
import { createDomain as createServedDomain, startUpstream } from '../support/domains.ts';
import { besidesChecks, createDomain, newOwner, ownerWithUpstream, put } from './domain-resources.ts';
import { expectError, newHost, type Row, timestamp } from './row.ts';

const page = 'docs/reference/error-pages.md';
const on = (heading: string): string => `${page} ("${heading}")`;
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

export const errorPageRows: readonly Row[] = [
  {
    source: on('Setting pages'),
    statement: 'pages of an upstream and of a custom domain are set, listed, read and deleted',
    postgres: 'types of columns',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { path, ...domain } = await createDomain(service, owner, upstream);
      const html = '<!doctype html><title>ü</title>';
      for (const owned of [upstream.path, path]) {
        const pages = `${owned}/error_pages`;
        const send = (method: string, status: string, json?: unknown) =>
          service.api(`${pages}/${status}`, { method, token: owner.token, json });
        const created = await send('PUT', '502', { html });
        expect(created.status).toBe(201);
        expect(created.headers.get('location')).toBe(`${pages}/502`);
        const { created_at, updated_at, ...rest } = created.body;
        expect(rest).toEqual({ status: 502, size_bytes: Buffer.byteLength(html), html });
        expect([created_at, updated_at]).toEqual([
          expect.stringMatching(timestamp),
          expect.stringMatching(timestamp),
        ]);
        // A fetched page can be sent back.
        const again = await send('PUT', '502', { ...created.body, html: 'x' });
        expect(again).toMatchObject({ status: 200, body: { size_bytes: 1, html: 'x', created_at } });
        expect((await send('GET', '502')).body).toEqual(again.body);
        await send('PUT', '404', { html });
        const list = await service.api(pages, { token: owner.token });
        expect(list.body).toEqual({
          data: [
            {
              status: 404,
              size_bytes: Buffer.byteLength(html),
              created_at: expect.any(String),
              updated_at: expect.any(String),
            },
            { status: 502, size_bytes: 1, created_at, updated_at: again.body.updated_at },
          ],
          pagination: { page: 1, count: 2 },
        });
        const second = await service.api(`${pages}?per_page=1&page=2`, { token: owner.token });
        expect(second.body.data).toMatchObject([{ status: 502 }]);
        const deleted = await send('DELETE', '502');
        expect(deleted).toMatchObject({ status: 200, body: { message: expect.stringContaining('502') } });
        expectError(await send('DELETE', '502'), 404, 'not_found', '502');
        expectError(await send('GET', '502'), 404, 'not_found', '502');
        for (const status of ['500', '4040', 'x', '404.0'])
          expectError(await send('PUT', status, { html }), 404, 'not_found', status, '404, 502, 503');
      }
      const after = (await service.api(path, { token: owner.token })).body;
      expect(besidesChecks(after)).toEqual(besidesChecks(domain));
      expect(after.updated_at).toBe(domain.updated_at);
    },
  },
  {
    source: on('Setting pages'),
    statement: 'html has up to 65,536 bytes in UTF-8; anything else is html_invalid',
    codes: ['html_invalid', 'parameter_unknown', 'not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const path = `${upstream.path}/error_pages/503`;
      const set = (json: unknown, token = owner.token) => service.api(path, { method: 'PUT', token, json });
      expect((await set({ html: 'ü'.repeat(32_768) })).status).toBe(201);
      for (const [html, mention] of [
        [`${'ü'.repeat(32_768)}x`, '65537 bytes'],
        ['', 'empty'],
        [' \n', 'empty'],
        ['a\0b', 'NUL'],
        ['\ud800', 'Unicode'],
        [7, 'not a string'],
        [null, 'not a string'],
      ] as const)
        expectError(await set({ html }), 400, 'html_invalid', 'html', mention);
      expectError(await set({}), 400, 'html_invalid', 'html is missing');
      expectError(await set({ html: 'x', page: 1 }), 400, 'parameter_unknown', 'page');
      const other = await newOwner(service);
      expectError(await set({ html: 'x' }, other.token), 404, 'not_found');
      expect((await service.api(path, { token: owner.token })).body.size_bytes).toBe(65_536);
    },
  },
  {
    source: on('Which answers get a page'),
    statement: 'the domain’s page comes before its upstream’s, from the next request on, for 404 and 502',
    async check(service) {
      const upstream = await startUpstream((_request, answer) => {
        answer.writeHead(404, { 'set-cookie': 'a=b', 'content-type': 'application/json' }).end('{}');
      });
      onTestFinished(() => upstream.close().catch(() => {}));
      const { uuid, host, upstreamUuid } = await createServedDomain(service, newHost(), upstream.port);
      const ofUpstream = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}`;
      const ofDomain = `${ofUpstream}/custom_domains/${uuid}`;
      const change = async (owner: string, status: number, html?: string) => {
        const method = html === undefined ? 'DELETE' : 'PUT';
        const answer = await service.api(`${owner}/error_pages/${status}`, {
          method,
          json: html === undefined ? undefined : { html },
        });
        expect(answer.status).toBeLessThan(300);
      };
      const ask = async (headers: Readonly<Record<string, string>> = browser) => {
        const answer = await service.edge(host, '/x', { headers });
        return [answer.status, answer.headers['content-type'], answer.body];
      };
      const html = 'text/html; charset=utf-8';
      await change(ofUpstream, 404, 'upstream: nothing here');
      expect(await ask()).toEqual([404, html, 'upstream: nothing here']);
      expect(await ask({ accept: 'application/json' })).toEqual([404, 'application/json', '{}']);
      for (const text of ['domain: ü', 'domain: another']) {
        await change(ofDomain, 404, text);
        expect(await ask()).toEqual([404, html, text]);
      }
      await change(ofDomain, 404);
      expect(await ask()).toEqual([404, html, 'upstream: nothing here']);
      await change(ofUpstream, 502, 'upstream: down');
      await upstream.close();
      expect(await ask()).toEqual([502, html, 'upstream: down']);
      await change(ofDomain, 502, 'domain: down');
      expect(await ask({ accept: 'application/json' })).toEqual([502, html, 'domain: down']);
    },
  },
  {
    source: on('Maintenance'),
    statement: 'maintenance of a domain or its upstream is 503 with Retry-After, from the next request on',
    codes: ['maintenance_invalid'],
    async check(service) {
      const upstream = await startUpstream();
      onTestFinished(() => upstream.close());
      const { uuid, host, upstreamUuid } = await createServedDomain(service, newHost(), upstream.port);
      const ofUpstream = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}`;
      const ofDomain = `${ofUpstream}/custom_domains/${uuid}`;
      const owner = { token: service.token };
      const ask = async (target = '/') => {
        const { status, headers, body } = await service.edge(host, target);
        return [status, headers['retry-after'], body];
      };
      for (const path of [ofDomain, ofUpstream]) {
        expect((await put(service, owner, { path }, { maintenance: true })).body.maintenance).toBe(true);
        expect(await ask()).toEqual([503, '120', 'This site is under maintenance.\n']);
        expect((await ask('/.nameplate/script.js'))[0]).toBe(200);
        expect((await ask('/.well-known/acme-challenge/x'))[0]).toBe(200);
        expect((await put(service, owner, { path }, { maintenance: false })).status).toBe(200);
        expect((await ask())[0]).toBe(200);
        const refused = await put(service, owner, { path }, { maintenance: 'yes' });
        expectError(refused, 400, 'maintenance_invalid', 'maintenance', 'true or false');
      }
      await service.api(`${ofUpstream}/error_pages/503`, { method: 'PUT', json: { html: 'soon' } });
      await put(service, owner, { path: ofDomain }, { maintenance: true });
      expect(await ask()).toEqual([503, '120', 'soon']);
    },
  },
];
