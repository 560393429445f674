/** Entity tags: answers that the client has already, and updates of what somebody else has changed. */
import { expect } from 'vitest';
import { createDomain, createUpstream, newOwner, ownOwner } from './domain-resources.ts';
import { createRedirect, expectError, newHost, type Row } from './row.ts';

const source = 'docs/reference/api.md ("Entity tags")';

export const entityTagRows: readonly Row[] = [
  {
    source,
    statement: 'resources and lists have an ETag, and are 304 while they are as If-None-Match says',
    async check(service) {
      const owner = await newOwner(service);
      const { token } = owner;
      const upstream = await createUpstream(service, owner);
      for (const path of [upstream.path, owner.upstreams, `${owner.upstreams}?per_page=1`]) {
        const read = (tag?: string, method = 'GET') =>
          service.api(path, { method, token, headers: tag === undefined ? {} : { 'if-none-match': tag } });
        const { headers } = await read();
        const tag = headers.get('etag') ?? '';
        expect(tag).toMatch(/^"[0-9a-z.A-Z_-]+"$/);
        for (const same of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const unchanged = await read(same);
          expect([unchanged.status, unchanged.body, unchanged.headers.get('etag')]).toEqual([304, '', tag]);
          expect(unchanged.headers.get('content-type')).toBeNull();
        }
        const head = await read(tag, 'HEAD');
        expect([head.status, head.headers.get('etag')]).toEqual([200, tag]);
        for (const other of ['"other"', tag.replaceAll('"', ''), '']) {
          expect((await read(other)).status).toBe(200);
        }
        const change = { method: 'PUT', token, json: { port: 8443 + path.length } };
        expect((await service.api(upstream.path, change)).status).toBe(200);
        const changed = await read(tag);
        expect(changed.status).toBe(200);
        expect(changed.headers.get('etag')).not.toBe(tag);
      }
      // What isn't there has no tag, whichever the client has.
      const headers = { 'if-none-match': '*' };
      const missing = await service.api(`${upstream.path}0`, { token, headers });
      expectError(missing, 404, 'not_found');
      expect(missing.headers.get('etag')).toBeNull();
    },
  },
  {
    source,
    statement: 'an update with If-Match changes only what nobody else has changed since it was read',
    postgres: 'an update under a condition',
    codes: ['precondition_failed'],
    async check(service) {
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner);
      const domain = await createDomain(service, owner, upstream);
      const redirect = await createRedirect(service);
      for (const [path, one, two] of [
        [upstream.path, { port: 8443 }, { port: 9443 }],
        [domain.path, { hsts_max_age: 1 }, { hsts_max_age: 2 }],
        [`${service.redirects}/${redirect.uuid}`, { note: 'one' }, { note: 'two' }],
      ] as const) {
        const tag = (await service.api(path)).headers.get('etag') ?? '';
        const put = (json: object, ifMatch: string) =>
          service.api(path, { method: 'PUT', json, headers: { 'if-match': ifMatch } });
        const [first, second] = await Promise.all([put(one, tag), put(two, tag)]);
        expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 412]);
        const [done, refused] = first.status === 200 ? [first, second] : [second, first];
        expectError(refused, 412, 'precondition_failed', 'If-Match');
        expect((await service.api(path)).body.updated_at).toBe(done.body.updated_at);
        const now = (await service.api(path)).headers.get('etag') ?? '';
        for (const wrong of [tag, `W/${now}`, '"other"', 'x', '']) {
          expectError(await put(one, wrong), 412, 'precondition_failed', 'If-Match');
        }
        expect((await put(one, `"other", ${now}`)).status).toBe(200);
        expect((await put(two, '*')).body).toMatchObject(two);
      }
    },
  },
  {
    source,
    statement: 'what a check of DNS finds changes the ETag of a custom domain, and hinders no update',
    postgres: 'an update under a condition',
    async check(service) {
      const owner = await newOwner(service);
      const upstream = await createUpstream(service, owner);
      const { path } = await createDomain(service, owner, upstream, { host: newHost() });
      const { token } = owner;
      const before = (await service.api(path, { token })).headers.get('etag') ?? '';
      expect((await service.api(`${path}/verify_dns_records`, { method: 'POST', token })).status).toBe(200);
      const after = (await service.api(path, { token })).headers.get('etag');
      expect(after).not.toBe(before);
      const json = { web_analytics: 'off' };
      const updated = await service.api(path, {
        method: 'PUT',
        token,
        json,
        headers: { 'if-match': before },
      });
      expect(updated.status).toBe(200);
    },
  },
];
