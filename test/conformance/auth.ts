/** Access tokens, rate limit, request ids. */

import { expect } from 'vitest';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import {
  createRedirect,
  expectError,
  newAccount,
  newHost,
  newToken,
  otherService,
  type Row,
  requestId,
  withStore,
} from './row.ts';

const source = 'docs/reference/api.md ("Authentication")';

export const authRows: readonly Row[] = [
  {
    source,
    statement: '401 unauthorized with WWW-Authenticate: Bearer for a missing or wrong token',
    codes: ['unauthorized'],
    async check(service) {
      const well = `np_${'A'.repeat(43)}`;
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        `Bearer ${well}`,
        `Bearer ${service.token}x`,
        `Bearer ${service.token.slice(0, -1)}`,
        `Basic ${service.token}`,
        service.token,
        `Bearer ${service.token} ${service.token}`,
        `Bearer ${service.token.toLowerCase()}_`,
      ]) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        const answer = await service.api('/api/v1/me', { token: null, headers });
        expectError(answer, 401, 'unauthorized');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.body.error).not.toContain(well);
      }
    },
  },
  {
    source,
    statement: 'the name of the scheme is case-insensitive',
    async check(service) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const headers = { authorization: `${scheme} ${service.token}` };
        expect((await service.api('/api/v1/me', { token: null, headers })).status).toBe(200);
      }
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'a token is np_ and 43 base64url characters, stored as SHA-256 and shown nowhere again',
    async check(service) {
      const secret = await newToken(service);
      expect(secret).toMatch(/^np_[A-Za-z0-9_-]{43}$/);
      const me = await service.api('/api/v1/me', { token: secret });
      expect(me.status).toBe(200);
      expect(JSON.stringify(me.body)).not.toContain(secret.slice(3));
      const stored = await withStore(service, (store) => new AccessTokens(store).list());
      expect(JSON.stringify(stored)).not.toContain(secret.slice(3));
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'scope write includes read',
    async check(service) {
      const token = await newToken(service, { scope: 'write' });
      const json = { source_host: newHost(), destination_url: 'https://dest.example' };
      expect((await service.api(service.redirects, { token, json })).status).toBe(201);
      expect((await service.api(service.redirects, { token })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: '403 forbidden for a write with scope read; reads are answered',
    codes: ['forbidden'],
    async check(service) {
      const token = await newToken(service, { scope: 'read' });
      const redirect = await createRedirect(service);
      const item = `${service.redirects}/${redirect.uuid}`;
      const json = { active: false };
      expectError(await service.api(service.redirects, { token, json }), 403, 'forbidden', 'read', 'write');
      expectError(await service.api(item, { token, json, method: 'PUT' }), 403, 'forbidden');
      expectError(await service.api(item, { token, method: 'DELETE' }), 403, 'forbidden');
      expect((await service.api(item, { token })).body).toEqual(redirect);
      expect((await service.api(service.redirects, { token })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'an expired token is 401',
    codes: ['unauthorized'],
    async check(service) {
      const expired = await newToken(service, { expiresAt: Date.now() - 1 });
      expectError(await service.api('/api/v1/me', { token: expired }), 401, 'unauthorized', 'expired');
      const valid = await newToken(service, { expiresAt: Date.now() + 60_000 });
      expect((await service.api('/api/v1/me', { token: valid })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'a revoked token is 401, at the latest a second after',
    postgres: 'notifications between processes, and the replica that workers read',
    codes: ['unauthorized'],
    async check(service) {
      const secret = await newToken(service);
      const me = (await service.api('/api/v1/me', { token: secret })).body;
      await withStore(service, (store) => new AccessTokens(store).revoke(me.token.uuid));
      await expect
        .poll(async () => (await service.api('/api/v1/me', { token: secret })).status, { timeout: 5_000 })
        .toBe(401);
      expectError(await service.api('/api/v1/me', { token: secret }), 401, 'unauthorized');
    },
  },
  {
    source: 'docs/reference/access-tokens.md ("Access tokens")',
    statement: 'a token has last_used_at',
    postgres: 'a time is written beside the request',
    async check(service) {
      const token = await newToken(service);
      const before = Date.now();
      const me = await service.api('/api/v1/me', { token });
      expect(Object.keys(me.body)).toEqual(['token', 'account']);
      expect(Date.parse(me.body.token.last_used_at)).toBeGreaterThanOrEqual(before);
      expect(me.body.token).toMatchObject({ scope: 'read', expires_at: null });
    },
  },
  {
    source,
    statement: "another account's uuid is 404, never 403, for every request",
    codes: ['not_found'],
    async check(service) {
      const other = await newAccount(service, 'read');
      const { uuid } = await createRedirect(service);
      for (const method of ['GET', 'POST'] as const) {
        const answer = await service.api(service.redirects, { token: other.token, method });
        expectError(answer, 404, 'not_found', 'account', service.accountUuid);
      }
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const foreign = await service.api(`${service.redirects}/${uuid}`, { token: other.token, method });
        expectError(foreign, 404, 'not_found', 'account', service.accountUuid);
      }
    },
  },
  {
    source,
    statement: "another account's redirect under one's own account is 404",
    codes: ['not_found'],
    async check(service) {
      const other = await newAccount(service);
      const redirect = await createRedirect(service);
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const path = `${other.redirects}/${redirect.uuid}`;
        const answer = await service.api(path, { token: other.token, method });
        expectError(answer, 404, 'not_found', 'redirect', redirect.uuid);
      }
      expect((await service.api(`${service.redirects}/${redirect.uuid}`)).body).toEqual(redirect);
    },
  },
  {
    source: 'docs/reference/api.md ("Rate limit")',
    statement:
      'X-RateLimit-Limit, -Remaining, -Reset, RateLimit and RateLimit-Policy are on every API answer, 6000 by default',
    async check(service) {
      const remaining: number[] = [];
      for (const answer of [
        await service.api('/api/v1/me'),
        await service.api(service.redirects, { json: {} }),
        await service.api(service.redirects, { body: 'x', headers: { 'content-type': 'text/plain' } }),
        await service.api('/api/v1/nothing'),
        await service.api('/api/v1/%zz'),
        await service.api('/api/v1/me', { method: 'DELETE' }),
        await service.api('/api/v1/me', { token: null }),
      ]) {
        expect(answer.headers.get('x-ratelimit-limit')).toBe('6000');
        expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
        expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60');
        expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d{1,4};t=\d{1,2}$/);
        remaining.push(Number(answer.headers.get('x-ratelimit-remaining')));
        const reset = Number(answer.headers.get('x-ratelimit-reset'));
        expect(reset).toBeGreaterThan(Date.now() / 1000 - 1);
        expect(reset).toBeLessThan(Date.now() / 1000 + 61);
      }
      for (const value of remaining) expect(value).toBeLessThan(6000);
    },
  },
  {
    source: 'docs/reference/api.md ("Rate limit")',
    statement: '429 rate_limited with Retry-After above NAMEPLATE_RATE_LIMIT, for that token alone',
    codes: ['rate_limited'],
    async check(_service, bench) {
      const limited = await bench.newService({ env: { NAMEPLATE_RATE_LIMIT: '5' } });
      const other = await newAccount(limited);
      const answers = [];
      let askedMs = 0;
      // A minute may begin in between, so twice the limit and one is the most that can pass.
      do {
        askedMs = Date.now();
        answers.push(await limited.api('/api/v1/me'));
      } while (answers.length < 11 && answers.at(-1)?.status !== 429);
      const refused = answers.pop();
      if (!refused) throw new Error('nothing was asked');
      expectError(refused, 429, 'rate_limited', '5 requests');
      for (const answer of answers) expect(answer.status).toBe(200);
      expect(refused.headers.get('x-ratelimit-limit')).toBe('5');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(60);
      const reset = Number(refused.headers.get('x-ratelimit-reset'));
      expect(reset).toBeGreaterThan(askedMs / 1000 + retryAfter - 3);
      expect(reset).toBeLessThan(Date.now() / 1000 + retryAfter + 3);
      expect((await limited.api('/api/v1/me', { token: other.token })).status).toBe(200);
    },
  },
  {
    source: 'docs/reference/api.md ("Rate limit")',
    statement: 'NAMEPLATE_RATE_LIMIT=0 turns the limit off',
    async check(_service, bench) {
      const answer = await (await otherService(bench)).api('/api/v1/me');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    },
  },
  {
    source: 'docs/reference/api.md ("Answers")',
    statement: 'every response carries an X-Request-Id of its own',
    async check(service) {
      const ids = new Set<string | null>();
      const paths = ['/api/v1/me', '/api/v1/nothing', '/nothing', '/healthz', '/readyz', '/metrics'];
      paths.push('/', '/docs', '/docs/json', '/openapi.json', '/%zz', '/api/v1/%zz', service.redirects);
      for (const path of paths) {
        const { headers } = await service.api(path, { headers: { 'x-request-id': 'mine' } });
        expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(requestId)]);
        ids.add(headers.get('x-request-id'));
      }
      expect(ids.size).toBe(paths.length);
    },
  },
];
