/** The attributes of custom domains: what each may be, and what is refused. */
import { expect } from 'vitest';
import {
  createDomain,
  createUpstream,
  ownerWithUpstream,
  ownOwner,
  postDomain,
  put,
} from './domain-resources.ts';
import { expectError, newAccount, newHost, type Row } from './row.ts';

const source = 'docs/reference/domains.md ("Custom domains")';

export const customDomainAttributeRows: readonly Row[] = [
  {
    source,
    statement: 'the host of a custom domain is a DNS name of two or more labels, stored in one form',
    codes: ['host_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const base = newHost();
      const domain = await createDomain(service, owner, upstream, {
        host: ` MÜNCHEN.${base.toUpperCase()}. `,
      });
      expect(domain.host).toBe(`xn--mnchen-3ya.${base}`);
      const missing = await service.api(upstream.domains, { token: owner.token, json: {} });
      expectError(missing, 400, 'host_invalid', 'host is missing');
      for (const host of [
        '',
        'localhost',
        'https://a.example.com',
        'a.example.com:443',
        'a.example.com/x',
        '*',
        '*.com',
        '*.*.example.com',
        'a.*.example.com',
        '*a.example.com',
        '127.0.0.1',
        '::1',
        '[::1]',
        'a..example.com',
        'a_b.example.com',
        `${'a.'.repeat(126)}example`,
        null,
        7,
      ]) {
        expectError(await postDomain(service, owner, upstream, { host }), 400, 'host_invalid', 'host');
        expectError(await put(service, owner, domain, { host }), 400, 'host_invalid', 'host');
      }
    },
  },
  {
    source,
    statement:
      'the host of a custom domain is unique over the whole installation, compared after normalisation',
    postgres: 'a unique constraint',
    codes: ['host_taken'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const stranger = await ownerWithUpstream(service);
      const { host } = await createDomain(service, owner, upstream);
      const other = await createDomain(service, owner, upstream);
      const again = { host: `${host.toUpperCase()}.` };
      expectError(await postDomain(service, owner, upstream, again), 400, 'host_taken', host);
      expectError(await postDomain(service, stranger, stranger.upstream, again), 400, 'host_taken', host);
      expectError(await put(service, owner, other, again), 400, 'host_taken', host);
      expect((await put(service, owner, other, { host: other.host })).status).toBe(200);
    },
  },
  {
    source,
    statement: 'of racing creates of one custom domain host, one is 201 and the others 400 host_taken',
    postgres: 'transactions that race',
    codes: ['host_taken'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const host = newHost();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => postDomain(service, owner, upstream, { host })),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(7);
      for (const answer of refused) expectError(answer, 400, 'host_taken', host);
    },
  },
  {
    source: 'docs/reference/domains.md ("A host belongs to one account")',
    statement: 'a host may have a redirect and a custom domain',
    async check(service) {
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner);
      const host = newHost();
      const json = { source_host: host, destination_url: 'https://dest.example', match_path: '/old*' };
      expect((await service.api(service.redirects, { json })).status).toBe(201);
      expect((await postDomain(service, owner, upstream, { host })).status).toBe(201);
      expect((await service.edge(host, '/old')).status).toBe(301);
    },
  },
  {
    source,
    statement: 'challenge_type is http01, or dns01 where a zone is set up for challenges',
    codes: ['challenge_type_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, { challenge_type: 'http01' });
      for (const challenge_type of ['dns01', 'HTTP01', '', null, 1]) {
        const attributes = { challenge_type };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'challenge_type_invalid', 'challenge_type', 'http01');
        expectError(await put(service, owner, domain, attributes), 400, 'challenge_type_invalid', 'http01');
      }
      const refused = await put(service, owner, domain, { challenge_type: 'dns01' });
      expect(refused.body.error).toContain('no zone for challenges is set up here');
      const domains = owner.upstreams.replace('/upstreams', '/custom_domains');
      const { body } = await service.api(`${domains}/challenge_types`, { token: owner.token });
      expect(body).toEqual({ offered: ['http01'] });
      const stranger = { token: (await newAccount(service)).token };
      expectError(await service.api(`${domains}/challenge_types`, stranger), 404, 'not_found');
    },
  },
  {
    source,
    statement: 'redirect_to_www is a boolean, and false for a host that begins with www.',
    codes: ['redirect_to_www_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, { redirect_to_www: true });
      for (const redirect_to_www of ['true', 1, null, '']) {
        const attributes = { redirect_to_www };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'redirect_to_www_invalid', 'redirect_to_www');
        expectError(await put(service, owner, domain, attributes), 400, 'redirect_to_www_invalid');
      }
      const host = `www.${newHost()}`;
      const both = await postDomain(service, owner, upstream, { host, redirect_to_www: true });
      expectError(both, 400, 'redirect_to_www_invalid', host);
      // What is left out counts too.
      expectError(await put(service, owner, domain, { host }), 400, 'redirect_to_www_invalid', host);
      const www = await createDomain(service, owner, upstream, { host });
      expectError(
        await put(service, owner, www, { redirect_to_www: true }),
        400,
        'redirect_to_www_invalid',
        host,
      );
      const moved = await put(service, owner, domain, { host: `www.${newHost()}`, redirect_to_www: false });
      expect(moved.status).toBe(200);
      const longest = `${'a.'.repeat(120)}${newHost().slice(0, 9)}.com`;
      const tooLong = await postDomain(service, owner, upstream, {
        host: longest.slice(longest.length - 252).replace(/^\./, 'b'),
        redirect_to_www: true,
      });
      expectError(tooLong, 400, 'redirect_to_www_invalid', 'too long');
    },
  },
  {
    source,
    statement: 'web_analytics is inject, manual or off',
    codes: ['web_analytics_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream);
      for (const web_analytics of ['manual', 'off', 'inject']) {
        expect((await put(service, owner, domain, { web_analytics })).body).toMatchObject({ web_analytics });
      }
      for (const web_analytics of ['on', 'Inject', '', true, null]) {
        const attributes = { web_analytics };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'web_analytics_invalid', 'web_analytics', 'manual');
        expectError(await put(service, owner, domain, attributes), 400, 'web_analytics_invalid', 'manual');
      }
    },
  },
  {
    source,
    statement: 'referrer_paths is a boolean, false by default',
    codes: ['referrer_paths_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, { referrer_paths: true });
      expect(domain.referrer_paths).toBe(true);
      const kept = await put(service, owner, domain, { web_analytics: 'off' });
      expect(kept.body).toMatchObject({ referrer_paths: true });
      const off = await put(service, owner, domain, { referrer_paths: false });
      expect(off.body).toMatchObject({ referrer_paths: false });
      for (const referrer_paths of ['yes', 2, null]) {
        const attributes = { referrer_paths };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'referrer_paths_invalid', 'referrer_paths');
        expectError(await put(service, owner, domain, attributes), 400, 'referrer_paths_invalid');
      }
    },
  },
  {
    source,
    statement: 'hsts_max_age is a number of seconds up to two years; 0, which is the default, is off',
    codes: ['hsts_max_age_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, { hsts_max_age: 63_072_000 });
      expect(domain.hsts_max_age).toBe(63_072_000);
      for (const hsts_max_age of [1, 31_536_000, 0]) {
        expect((await put(service, owner, domain, { hsts_max_age })).body).toMatchObject({ hsts_max_age });
        const kept = await put(service, owner, domain, { web_analytics: 'off' });
        expect(kept.body).toMatchObject({ hsts_max_age });
      }
      for (const hsts_max_age of [-1, 0.5, 63_072_001, '0', '', true, null, [1]]) {
        const attributes = { hsts_max_age };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'hsts_max_age_invalid', 'hsts_max_age', '63072000');
        expectError(await put(service, owner, domain, attributes), 400, 'hsts_max_age_invalid', '63072000');
      }
    },
  },
  {
    source,
    statement: 'time_zone is the IANA name of a time zone, UTC by default',
    codes: ['time_zone_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, { time_zone: 'europe/berlin' });
      expect(domain.time_zone).toBe('Europe/Berlin');
      for (const time_zone of ['Asia/Kolkata', 'America/New_York', 'UTC']) {
        expect((await put(service, owner, domain, { time_zone })).body).toMatchObject({ time_zone });
        expect((await put(service, owner, domain, {})).body).toMatchObject({ time_zone });
      }
      for (const time_zone of ['Mars/Olympus', '+02:00', '', null, 2]) {
        const attributes = { time_zone };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'time_zone_invalid', 'time_zone', 'Europe/Berlin');
        expectError(await put(service, owner, domain, attributes), 400, 'time_zone_invalid', 'IANA');
      }
    },
  },
  {
    source,
    statement: 'ai_crawlers is allow, block or payment_required, and ai_crawlers_robots_txt a boolean',
    codes: ['ai_crawlers_invalid', 'ai_crawlers_robots_txt_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream, {
        ai_crawlers: 'block',
        ai_crawlers_robots_txt: true,
      });
      expect(domain).toMatchObject({ ai_crawlers: 'block', ai_crawlers_robots_txt: true });
      for (const ai_crawlers of ['payment_required', 'allow']) {
        expect((await put(service, owner, domain, { ai_crawlers })).body).toMatchObject({ ai_crawlers });
        const kept = await put(service, owner, domain, { web_analytics: 'off' });
        expect(kept.body).toMatchObject({ ai_crawlers, ai_crawlers_robots_txt: true });
      }
      for (const ai_crawlers of ['deny', 'Block', '', true, null, 403]) {
        const attributes = { ai_crawlers };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'ai_crawlers_invalid', 'ai_crawlers', 'payment_required');
        expectError(await put(service, owner, domain, attributes), 400, 'ai_crawlers_invalid', 'block');
      }
      for (const ai_crawlers_robots_txt of ['yes', 2, null]) {
        const refused = await put(service, owner, domain, { ai_crawlers_robots_txt });
        expectError(refused, 400, 'ai_crawlers_robots_txt_invalid', 'ai_crawlers_robots_txt');
      }
    },
  },
  {
    source,
    statement: 'engagement is a boolean, false by default',
    codes: ['engagement_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream);
      expect(domain).toMatchObject({ engagement: false });
      for (const engagement of [true, false])
        expect((await put(service, owner, domain, { engagement })).body).toMatchObject({ engagement });
      for (const engagement of ['yes', 2, null]) {
        const attributes = { engagement };
        expectError(await put(service, owner, domain, attributes), 400, 'engagement_invalid', 'engagement');
        expectError(await postDomain(service, owner, upstream, attributes), 400, 'engagement_invalid');
      }
    },
  },
  {
    source,
    statement: 'web_vitals is a boolean, false by default',
    codes: ['web_vitals_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream);
      expect(domain).toMatchObject({ web_vitals: false });
      for (const web_vitals of [true, false])
        expect((await put(service, owner, domain, { web_vitals })).body).toMatchObject({ web_vitals });
      for (const web_vitals of ['yes', 2, null]) {
        const attributes = { web_vitals };
        expectError(await put(service, owner, domain, attributes), 400, 'web_vitals_invalid', 'web_vitals');
        expectError(await postDomain(service, owner, upstream, attributes), 400, 'web_vitals_invalid');
      }
    },
  },
  {
    source,
    statement: 'external_id is a line of at most 255 characters, of which several domains may have the same',
    codes: ['external_id_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const longest = 'é'.repeat(255);
      const domain = await createDomain(service, owner, upstream, { external_id: ` ${longest} ` });
      expect(domain.external_id).toBe(longest);
      const other = await createDomain(service, owner, upstream, { external_id: longest });
      expect((await put(service, owner, other, {})).body.external_id).toBe(longest);
      expect((await put(service, owner, other, { external_id: '' })).body.external_id).toBe('');
      for (const external_id of ['x'.repeat(256), 'a\nb', 'a\u0000', '\ud800', null, 7, {}]) {
        const attributes = { external_id };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'external_id_invalid', 'external_id', '255');
        expectError(await put(service, owner, domain, attributes), 400, 'external_id_invalid', '255');
      }
    },
  },
  {
    source,
    statement: 'metadata is an object of at most 50 keys with strings, and is replaced as a whole',
    postgres: 'types of columns',
    codes: ['metadata_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const largest = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`${'k'.repeat(38)}${10 + index}`, '"\\ü'.repeat(125)]),
      );
      const domain = await createDomain(service, owner, upstream, { metadata: largest });
      expect(domain.metadata).toEqual(largest);
      expect((await put(service, owner, domain, { web_analytics: 'off' })).body.metadata).toEqual(largest);
      const odd = JSON.parse('{"z":"","__proto__":"1","constructor":"2"}');
      const replaced = await put(service, owner, domain, { metadata: odd });
      expect(JSON.stringify(replaced.body.metadata)).toBe('{"__proto__":"1","constructor":"2","z":""}');
      const form = { metadata: '{"plan":"pro"}' };
      const sent = await service.api(domain.path, { method: 'PUT', token: owner.token, form });
      expect(sent.body.metadata).toEqual({ plan: 'pro' });
      for (const metadata of [
        { ...largest, more: '' },
        { '': 'x' },
        { 'a b': 'x' },
        { ü: 'x' },
        { ['k'.repeat(41)]: 'x' },
        { plan: 'x'.repeat(501) },
        { plan: 'a\nb' },
        { plan: '\ud800' },
        { plan: 1 },
        { plan: null },
        { plan: { a: 'b' } },
        ['plan'],
        '{"plan":"pro"}',
        null,
      ]) {
        const attributes = { metadata };
        const created = await postDomain(service, owner, upstream, attributes);
        expectError(created, 400, 'metadata_invalid', 'metadata', '50 keys');
        expectError(await put(service, owner, domain, attributes), 400, 'metadata_invalid', '50 keys');
      }
      for (const metadata of ['', 'plan=pro', '[]', '{"plan":1}']) {
        const refused = await service.api(domain.path, {
          method: 'PUT',
          token: owner.token,
          form: { metadata },
        });
        expectError(refused, 400, 'metadata_invalid', 'metadata');
      }
    },
  },
  {
    source: 'docs/reference/domains.md ("Errors")',
    statement: 'the attributes of a custom domain are checked in their order',
    codes: [
      'parameter_unknown',
      'host_invalid',
      'host_taken',
      'challenge_type_invalid',
      'redirect_to_www_invalid',
      'web_analytics_invalid',
      'engagement_invalid',
      'web_vitals_invalid',
      'referrer_paths_invalid',
      'hsts_max_age_invalid',
      'tls_min_version_invalid',
      'tls_client_ca_invalid',
      'ai_crawlers_invalid',
      'ai_crawlers_robots_txt_invalid',
      'external_id_invalid',
      'metadata_invalid',
    ],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { host: taken } = await createDomain(service, owner, upstream);
      const attributes: Record<string, unknown> = {
        metadata: 'x',
        external_id: 0,
        ai_crawlers_robots_txt: 'x',
        ai_crawlers: 0,
        hsts_max_age: '0',
        tls_min_version: 'x',
        tls_client_ca: 'x',
        engagement: 'x',
        web_vitals: 'x',
        referrer_paths: 'x',
        web_analytics: 0,
        redirect_to_www: 0,
        challenge_type: 0,
        host: 'x',
        nonsense: 1,
      };
      const codes: string[] = [];
      for (const mend of [
        () => delete attributes.nonsense,
        () => Object.assign(attributes, { host: taken }),
        () => Object.assign(attributes, { host: newHost() }),
        () => Object.assign(attributes, { challenge_type: 'http01' }),
        () => Object.assign(attributes, { redirect_to_www: true }),
        () => Object.assign(attributes, { web_analytics: 'off' }),
        () => Object.assign(attributes, { engagement: false }),
        () => Object.assign(attributes, { web_vitals: false }),
        () => Object.assign(attributes, { referrer_paths: true }),
        () => Object.assign(attributes, { hsts_max_age: 1 }),
        () => Object.assign(attributes, { tls_min_version: '1.3' }),
        () => Object.assign(attributes, { tls_client_ca: '' }),
        () => Object.assign(attributes, { ai_crawlers: 'block' }),
        () => Object.assign(attributes, { ai_crawlers_robots_txt: true }),
        () => Object.assign(attributes, { external_id: 'x' }),
        () => Object.assign(attributes, { metadata: {} }),
      ]) {
        const answer = await postDomain(service, owner, upstream, attributes);
        codes.push(answer.body.error_code);
        expectError(answer, 400, answer.body.error_code);
        mend();
      }
      expect(codes).toEqual([
        'parameter_unknown',
        'host_invalid',
        'host_taken',
        'challenge_type_invalid',
        'redirect_to_www_invalid',
        'web_analytics_invalid',
        'engagement_invalid',
        'web_vitals_invalid',
        'referrer_paths_invalid',
        'hsts_max_age_invalid',
        'tls_min_version_invalid',
        'tls_client_ca_invalid',
        'ai_crawlers_invalid',
        'ai_crawlers_robots_txt_invalid',
        'external_id_invalid',
        'metadata_invalid',
      ]);
      expect((await postDomain(service, owner, upstream, attributes)).status).toBe(201);
    },
  },
];
