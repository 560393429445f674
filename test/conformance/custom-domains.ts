/** Custom domains. */
import { expect } from 'vitest';
import {
  createDomain,
  createUpstream,
  domainFields,
  newOwner,
  ownerWithUpstream,
  ownOwner,
  postDomain,
  put,
  type WireDomain,
} from './domain-resources.ts';
import { expectError, newHost, newToken, type Row, timestamp, unknownUuid, uuidV7 } from './row.ts';

const source = 'docs/reference/domains.md ("Custom domains")';

export const customDomainRows: readonly Row[] = [
  {
    source,
    statement: 'creating a custom domain answers 201 with it, its Location and the defaults',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const host = newHost();
      const answer = await postDomain(service, owner, upstream, { host });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body)).toEqual(domainFields);
      expect(answer.body).toEqual({
        uuid: expect.stringMatching(uuidV7),
        upstream_uuid: upstream.uuid,
        host,
        status: 'pending_check',
        challenge_type: 'http01',
        redirect_to_www: false,
        web_analytics: 'inject',
        hsts_max_age: 0,
        time_zone: 'UTC',
        tls_certificate_issued: false,
        certificate: null,
        dns_records: [],
        last_dns_check_at: null,
        dns_check: null,
        created_at: expect.stringMatching(timestamp),
        updated_at: answer.body.created_at,
      });
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(`${upstream.domains}/${answer.body.uuid}`);
      const fetched = await service.api(location, { token: owner.token });
      expect(fetched.status).toBe(200);
      expect(Object.keys(fetched.body)).toEqual(domainFields);
      expect(fetched.body).toMatchObject({ uuid: answer.body.uuid, host, upstream_uuid: upstream.uuid });
    },
  },
  {
    source,
    statement: 'custom domains take form bodies as well as JSON',
    codes: ['hsts_max_age_invalid'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const form = {
        host: newHost(),
        redirect_to_www: '1',
        web_analytics: 'manual',
        challenge_type: 'http01',
        hsts_max_age: '86400',
      };
      const { status, body } = await service.api(upstream.domains, { token, form });
      expect(status).toBe(201);
      const { host, web_analytics } = form;
      expect(body).toMatchObject({ host, redirect_to_www: true, web_analytics, hsts_max_age: 86_400 });
      for (const hsts_max_age of ['', '-1', '1e3', '0x10', '63072001']) {
        const refused = await service.api(upstream.domains, {
          token,
          form: { host: newHost(), hsts_max_age },
        });
        expectError(refused, 400, 'hsts_max_age_invalid', `"${hsts_max_age}"`);
      }
    },
  },
  {
    source,
    statement: 'the custom domain list answers {data, pagination: {page, count}}, newest first',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      await createDomain(service, owner, await createUpstream(service, owner));
      const created: string[] = [];
      for (let n = 0; n < 3; n++) created.unshift((await createDomain(service, owner, upstream)).uuid);
      const { token } = owner;
      const { status, headers, body } = await service.api(`${upstream.domains}?per_page=2&page=1`, { token });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['data', 'pagination']);
      expect(body.pagination).toEqual({ page: 1, count: 3 });
      expect(body.data.map(({ uuid }: WireDomain) => uuid)).toEqual(created.slice(0, 2));
      for (const domain of body.data) expect(Object.keys(domain)).toEqual(domainFields);
      expect(headers.get('link')).toContain(`<${upstream.domains}?per_page=2&page=2>; rel="next"`);
      const past = await service.api(`${upstream.domains}?page=9`, { token });
      expect(past.body).toEqual({ data: [], pagination: { page: 9, count: 3 } });
    },
  },
  {
    source,
    statement: 'the custom domain list is sorted by created_at, updated_at or host, both ways',
    codes: ['sort_invalid', 'page_invalid', 'per_page_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const base = newHost();
      const [b, a] = [
        await createDomain(service, owner, upstream, { host: `b.${base}` }),
        await createDomain(service, owner, upstream, { host: `a.${base}` }),
      ];
      await put(service, owner, b, {});
      const sorted = async (sort: string) => {
        const { body } = await service.api(`${upstream.domains}?sort=${sort}`, { token: owner.token });
        return body.data.map(({ uuid }: WireDomain) => uuid);
      };
      expect(await sorted('created_at')).toEqual([b.uuid, a.uuid]);
      expect(await sorted('-created_at')).toEqual([a.uuid, b.uuid]);
      expect(await sorted('-updated_at')).toEqual([b.uuid, a.uuid]);
      expect(await sorted('host')).toEqual([a.uuid, b.uuid]);
      expect(await sorted('-host')).toEqual([b.uuid, a.uuid]);
      for (const parameter of ['sort', 'page', 'per_page'] as const) {
        const refused = await service.api(`${upstream.domains}?${parameter}=status`, { token: owner.token });
        expectError(refused, 400, `${parameter}_invalid`, '"status"');
      }
    },
  },
  {
    source,
    statement: 'host filters the custom domain list, normalised like a host and refused like one',
    codes: ['host_invalid'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const other = await createUpstream(service, {
        token,
        upstreams: upstream.path.replace(/\/[^/]+$/, ''),
      });
      const wanted = await createDomain(service, { token }, upstream);
      const elsewhere = await createDomain(service, { token }, other);
      await createDomain(service, { token }, upstream);
      const filtered = async (host: string) =>
        (await service.api(`${upstream.domains}?host=${host}`, { token })).body;
      expect(await filtered(`${wanted.host.toUpperCase()}.`)).toMatchObject({
        data: [{ uuid: wanted.uuid }],
        pagination: { page: 1, count: 1 },
      });
      expect(await filtered(elsewhere.host)).toEqual({ data: [], pagination: { page: 1, count: 0 } });
      const refused = await service.api(`${upstream.domains}?host=*`, { token });
      expectError(refused, 400, 'host_invalid', 'host', '"*"');
      const twice = await service.api(`${upstream.domains}?host=a.example&host=b.example`, { token });
      expectError(twice, 400, 'host_invalid', 'host');
    },
  },
  {
    source,
    statement: 'updating a custom domain changes what is given and updated_at, and keeps the rest',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { path, ...created } = await createDomain(service, owner, upstream);
      const first = await put(service, owner, { path }, { web_analytics: 'off' });
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        uuid: created.uuid,
        host: created.host,
        web_analytics: 'off',
        redirect_to_www: false,
        created_at: created.created_at,
      });
      expect(first.body.updated_at > created.updated_at).toBe(true);
      const host = newHost();
      const second = await put(service, owner, { path }, { host, redirect_to_www: true });
      expect(second.body).toMatchObject({
        host,
        web_analytics: 'off',
        redirect_to_www: true,
        // Nobody has looked at the records of this host.
        status: 'pending_check',
        last_dns_check_at: null,
        dns_check: null,
      });
      expect((await service.api(path, { token: owner.token })).body).toMatchObject({
        host,
        uuid: created.uuid,
      });
      // The old host is free again.
      await createDomain(service, owner, upstream, { host: created.host });
    },
  },
  {
    source,
    statement: 'a fetched custom domain can be sent back; its read-only attributes are ignored',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { path } = await createDomain(service, owner, upstream);
      const { body: fetched } = await service.api(path, { token: owner.token });
      const back = await put(service, owner, { path }, { ...fetched, status: 'dns_records_found' });
      expect(back.status).toBe(200);
      const { status, uuid, host, upstream_uuid } = back.body;
      expect({ uuid, host, upstream_uuid }).toEqual({
        uuid: fetched.uuid,
        host: fetched.host,
        upstream_uuid: upstream.uuid,
      });
      expect(status).not.toBe('dns_records_found');
      const foreign = {
        uuid: unknownUuid,
        upstream_uuid: unknownUuid,
        dns_records: [],
        tls_certificate_issued: true,
      };
      const ignored = await put(service, owner, { path }, foreign);
      expect(ignored.body).toMatchObject({ uuid, upstream_uuid, tls_certificate_issued: false });
    },
  },
  {
    source,
    statement: 'an attribute that custom domains do not have is refused by name',
    codes: ['parameter_unknown'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream);
      for (const name of ['hostname', 'account_uuid', 'port', 'auth_token']) {
        expectError(
          await postDomain(service, owner, upstream, { [name]: 1 }),
          400,
          'parameter_unknown',
          name,
        );
        expectError(await put(service, owner, domain, { [name]: 1 }), 400, 'parameter_unknown', name);
      }
    },
  },
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
        '*.example.com',
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
    statement: 'challenge_type is http01',
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
    source: 'docs/reference/domains.md ("Errors")',
    statement: 'the attributes of a custom domain are checked in their order',
    codes: [
      'parameter_unknown',
      'host_invalid',
      'host_taken',
      'challenge_type_invalid',
      'redirect_to_www_invalid',
      'web_analytics_invalid',
      'hsts_max_age_invalid',
    ],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { host: taken } = await createDomain(service, owner, upstream);
      const attributes: Record<string, unknown> = {
        hsts_max_age: '0',
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
        () => Object.assign(attributes, { hsts_max_age: 1 }),
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
        'hsts_max_age_invalid',
      ]);
      expect((await postDomain(service, owner, upstream, attributes)).status).toBe(201);
    },
  },
  {
    source,
    statement: 'deleting a custom domain answers {message} with its uuid and host',
    codes: ['not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { path, uuid, host } = await createDomain(service, owner, upstream);
      const request = { method: 'DELETE', token: owner.token };
      const answer = await service.api(path, request);
      expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining(uuid) } });
      expect(Object.keys(answer.body)).toEqual(['message']);
      expect(answer.body.message).toContain(host);
      expectError(await service.api(path, request), 404, 'not_found', uuid);
      expectError(await service.api(path, { token: owner.token }), 404, 'not_found', uuid);
      expect((await postDomain(service, owner, upstream, { host })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a custom domain is found under its own account and its own upstream only',
    codes: ['not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const second = await createUpstream(service, owner);
      const stranger = await ownerWithUpstream(service);
      const { path, uuid } = await createDomain(service, owner, upstream);
      for (const [elsewhere, token, named] of [
        [`${second.domains}/${uuid}`, owner.token, uuid],
        [`${owner.upstreams}/${unknownUuid}/custom_domains/${uuid}`, owner.token, uuid],
        [`${stranger.upstream.domains}/${uuid}`, stranger.token, uuid],
        [`${stranger.upstreams}/${upstream.uuid}/custom_domains/${uuid}`, stranger.token, uuid],
        [path, stranger.token, owner.upstreams.split('/')[4] ?? ''],
        [`${upstream.domains}/${unknownUuid}`, owner.token, unknownUuid],
        [`${upstream.domains}/x`, owner.token, 'x'],
      ] as const) {
        for (const request of [
          { method: 'GET' },
          { method: 'PUT', json: { host: 'x' } },
          { method: 'DELETE' },
        ]) {
          expectError(await service.api(elsewhere, { token, ...request }), 404, 'not_found', named);
        }
        const verify = { token, method: 'POST' };
        expectError(await service.api(`${elsewhere}/verify_dns_records`, verify), 404, 'not_found', named);
      }
      expect((await service.api(path, { token: owner.token })).status).toBe(200);
    },
  },
  {
    source,
    statement: 'a token that may only read lists and shows custom domains and changes none',
    codes: ['forbidden'],
    async check(service) {
      const token = await newToken(service, { scope: 'read' });
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner);
      const { path } = await createDomain(service, owner, upstream);
      expect((await service.api(upstream.domains, { token })).status).toBe(200);
      expect((await service.api(path, { token })).status).toBe(200);
      expectError(await postDomain(service, { token }, upstream), 403, 'forbidden', 'write');
      expectError(await put(service, { token }, { path }, {}), 403, 'forbidden', 'write');
      expectError(await service.api(path, { method: 'DELETE', token }), 403, 'forbidden', 'write');
      const verify = await service.api(`${path}/verify_dns_records`, { method: 'POST', token });
      expectError(verify, 403, 'forbidden', 'write');
    },
  },
  {
    source,
    statement: 'a list of custom domains has those of its account and upstream only',
    async check(service) {
      const stranger = await newOwner(service);
      const { upstream, token } = await ownerWithUpstream(service);
      await createDomain(service, { token }, upstream);
      expect((await service.api(stranger.upstreams, { token: stranger.token })).body.records).toEqual([]);
      const other = await createUpstream(service, stranger);
      const { body } = await service.api(other.domains, { token: stranger.token });
      expect(body).toEqual({ data: [], pagination: { page: 1, count: 0 } });
    },
  },
];
