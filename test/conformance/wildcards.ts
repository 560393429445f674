/** Custom domains for all hosts below a name. */
import { expect, onTestFinished } from 'vitest';
import { createDomain as createDomainAt, startUpstream } from '../support/domains.ts';
import { createDomain, ownerWithUpstream, postDomain, put } from './domain-resources.ts';
import { expectError, newAccount, newHost, type Row } from './row.ts';

const source = 'docs/reference/domains.md ("Wildcards")';

export const wildcardRows: readonly Row[] = [
  {
    source,
    statement: 'a host may be a wildcard of a name that is no public suffix, and has no www.',
    codes: ['host_invalid', 'redirect_to_www_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const base = newHost();
      const domain = await createDomain(service, owner, upstream, { host: ` *.MÜNCHEN.${base}. ` });
      expect(domain.host).toBe(`*.xn--mnchen-3ya.${base}`);
      for (const host of ['*.com', '*.co.uk', '*.github.io'])
        for (const refused of [
          await postDomain(service, owner, upstream, { host }),
          await put(service, owner, domain, { host }),
        ])
          expectError(refused, 400, 'host_invalid', host);
      const www = await put(service, owner, domain, { redirect_to_www: true });
      expectError(www, 400, 'redirect_to_www_invalid', 'is a wildcard');
    },
  },
  {
    source,
    statement: 'redirects and rules are not for wildcards',
    codes: ['source_host_invalid', 'host_invalid'],
    async check(service) {
      const host = `*.${newHost()}`;
      const json = { source_host: host, destination_url: 'https://dest.example' };
      expectError(await service.api(service.redirects, { json }), 400, 'source_host_invalid', host);
      const rules = `/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`;
      const replaced = await service.api(rules, { method: 'PUT', json: { rules: [] } });
      expectError(replaced, 400, 'host_invalid', 'without wildcard');
    },
  },
  {
    source: 'docs/reference/domains.md ("A host belongs to one account")',
    statement:
      'a wildcard waits for its proof where another account has a host that it reaches, and so does a host below it; redirects are refused until then',
    postgres: 'locks of host claims',
    codes: ['host_taken', 'source_host_taken'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const other = await ownerWithUpstream(service);
      const base = newHost();
      const wildcard = { host: `*.${base}` };
      const pending = (name: string) => ({
        status: 'pending',
        record: { type: 'TXT', name, value: expect.stringMatching(/^nameplate-verification=/) },
      });
      for (const host of [base, `a.${base}`]) {
        const { uuid } = await createDomain(service, owner, upstream, { host });
        const waits = await postDomain(service, other, other.upstream, wildcard);
        expect([waits.status, waits.body.ownership]).toEqual([201, pending(`_nameplate.${base}`)]);
        const taken = await postDomain(service, owner, upstream, { host });
        expectError(taken, 400, 'host_taken');
        for (const [domains, each, token] of [
          [upstream.domains, uuid, owner.token],
          [other.upstream.domains, waits.body.uuid, other.token],
        ])
          await service.api(`${domains}/${each}`, { method: 'DELETE', token });
      }
      expect((await postDomain(service, owner, upstream, wildcard)).status).toBe(201);
      const waits = await postDomain(service, other, other.upstream, { host: `a.${base}` });
      expect([waits.status, waits.body.ownership]).toEqual([201, pending(`_nameplate.a.${base}`)]);
      expectError(
        await postDomain(service, other, other.upstream, wildcard),
        400,
        'host_taken',
        `_nameplate.${base}`,
      );
      const { accountUuid, token } = await newAccount(service);
      const redirect = await service.api(`/api/v1/accounts/${accountUuid}/redirects`, {
        token,
        json: { source_host: `a.${base}`, destination_url: 'https://dest.example' },
      });
      expectError(redirect, 400, 'source_host_taken', `*.${base}`, `TXT record _nameplate.a.${base}`);
    },
  },
  {
    source,
    statement:
      'a wildcard serves hosts with one label more that have nothing of their own, counted under its uuid and found by host',
    async check(service) {
      const seen: Record<string, unknown>[] = [];
      const upstream = await startUpstream(({ headers }, answer) => {
        seen.push(headers);
        answer.end('hello');
      });
      onTestFinished(() => upstream.close());
      const base = newHost();
      const { uuid } = await createDomainAt(service, `*.${base}`, upstream.port);
      const json = { source_host: `r.${base}`, match_path: '/old', destination_url: 'https://dest.example' };
      expect((await service.api(service.redirects, { json })).status).toBe(201);

      expect(await service.edge(`a.${base}`, '/x')).toMatchObject({ status: 200, body: 'hello' });
      expect(await service.edge(`B.${base}.`, '/x')).toMatchObject({ status: 200, body: 'hello' });
      expect(seen).toMatchObject([
        { 'x-served-for': `*.${base}`, 'x-forwarded-host': `a.${base}` },
        { 'x-served-for': `*.${base}`, 'x-forwarded-host': `b.${base}` },
      ]);
      for (const host of [base, `a.b.${base}`, `r.${base}`])
        expect(await service.edge(host, '/x')).toMatchObject({ status: 404 });
      expect(await service.edge(`*.${base}`)).toMatchObject({ status: 400 });

      const event = (host: string) =>
        service.edge(`a.${base}`, '/.nameplate/event', {
          method: 'POST',
          headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
          body: JSON.stringify({ u: `https://${host}/`, r: '', w: 1200 }),
        });
      expect((await event(`a.${base}`)).status).toBe(202);
      expect((await event(base)).headers['x-nameplate-reason']).toBe('host_other');

      const list = async (host: string) => {
        const { body } = await service.api(
          `/api/v1/accounts/${service.accountUuid}/hosts/${host}/requests?filters=${encodeURIComponent('[["is","request:path",["/x"]]]')}`,
        );
        return body.data.map((request: { host: string }) => request.host).toSorted();
      };
      await expect.poll(() => list(`*.${base}`)).toEqual([`a.${base}`, `b.${base}`]);
      expect(await list(`b.${base}`)).toEqual([`b.${base}`]);
      const query = { metrics: ['requests'], date_range: 'day', dimensions: ['request:host'] };
      const { body } = await service.api(`/api/v1/analytics/custom_domains/${uuid}/requests/query`, {
        json: { ...query, filters: [['is', 'request:path', ['/x']]] },
      });
      expect(
        body.results.map(({ dimensions }: { dimensions: string[] }) => dimensions[0]).toSorted(),
      ).toEqual([`a.${base}`, `b.${base}`]);
    },
  },
];
