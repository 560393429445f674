/** The routes of custom domains, and who may use them. */
import { expect } from 'vitest';
import {
  besidesChecks,
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
    postgres: 'types of columns',
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
        ownership: { status: 'verified', record: null },
        ready: false,
        ready_at: null,
        challenge_type: 'http01',
        redirect_to_www: false,
        web_analytics: 'inject',
        engagement: false,
        web_vitals: false,
        referrer_paths: false,
        hsts_max_age: 0,
        tls_min_version: null,
        tls_client_ca: '',
        time_zone: 'UTC',
        ai_crawlers: 'allow',
        ai_crawlers_robots_txt: false,
        maintenance: false,
        external_id: '',
        metadata: {},
        tls_certificate_issued: false,
        certificate: null,
        dns_records: [],
        last_dns_check_at: null,
        dns_check: null,
        created_at: expect.stringMatching(timestamp),
        updated_at: answer.body.created_at,
        verdict: { state: 'setting_up', finding_uuid: null, cause: null },
        reachable: null,
        renewal: null,
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
    postgres: 'order of text, and of what is equal',
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
    statement: 'external_id, metadata, ready and query find custom domains, and nothing of other accounts',
    postgres: 'a part of a text, without regard to case',
    codes: ['external_id_invalid', 'metadata_invalid', 'ready_invalid'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const stranger = await ownerWithUpstream(service);
      const make = async (external_id: string, metadata: Readonly<Record<string, string>>) =>
        (await createDomain(service, { token }, upstream, { external_id, metadata })).uuid;
      const one = await make('Customer-7', { plan: 'pro', note: '","plan":"free' });
      const two = await make('Customer-7', { plan: 'free', note: 'pro' });
      const three = await make('customer-70', { plan: 'PRO', 'plan-note': 'pro' });
      await createDomain(service, stranger, stranger.upstream, {
        external_id: 'Customer-7',
        metadata: { plan: 'pro' },
      });
      const account = upstream.path.replace(/\/upstreams\/.*/, '/custom_domains');
      for (const list of [upstream.domains, account]) {
        const found = async (parameters: Readonly<Record<string, string>>) => {
          const query = new URLSearchParams({ ...parameters, sort: 'created_at' });
          const { body } = await service.api(`${list}?${query.toString()}`, { token });
          expect(body.pagination.count).toBe(body.data.length);
          return body.data.map(({ uuid }: WireDomain) => uuid);
        };
        expect(await found({ external_id: 'Customer-7' })).toEqual([one, two]);
        expect(await found({ external_id: 'customer-7' })).toEqual([]);
        expect(await found({ query: 'CUSTOMER-7' })).toEqual([one, two, three]);
        expect(await found({ metadata: '{"plan":"pro"}' })).toEqual([one]);
        expect(await found({ metadata: '{"plan":"free"}' })).toEqual([two]);
        expect(await found({ metadata: '{"note":"pro","plan":"free"}' })).toEqual([two]);
        expect(await found({ metadata: '{"plan":"pr"}' })).toEqual([]);
        expect(await found({ metadata: '{}' })).toEqual([one, two, three]);
        expect(await found({ metadata: '{"plan":"free"}', external_id: 'customer-70' })).toEqual([]);
        expect(await found({ ready: 'false' })).toEqual([one, two, three]);
        expect(await found({ ready: 'false', external_id: 'customer-70' })).toEqual([three]);
        expect(await found({ ready: 'true' })).toEqual([]);
        for (const [name, value] of [
          ['ready', ''],
          ['ready', 'yes'],
          ['ready', 'true&ready=true'],
          ['external_id', ''],
          ['external_id', 'x'.repeat(256)],
          ['metadata', ''],
          ['metadata', 'pro'],
        ] as const) {
          const refused = await service.api(`${list}?${name}=${value}`, { token });
          expectError(refused, 400, `${name}_invalid`, name);
        }
      }
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
        const post = { token, method: 'POST' };
        expectError(await service.api(`${elsewhere}/verify_dns_records`, post), 404, 'not_found', named);
        expectError(await service.api(`${elsewhere}/move`, post), 404, 'not_found', named);
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
      const move = await service.api(`${path}/move`, { token, json: { upstream_uuid: upstream.uuid } });
      expectError(move, 403, 'forbidden', 'write');
    },
  },
  {
    source: 'docs/reference/domains.md ("Moving to another upstream")',
    statement: 'a custom domain moves to another upstream of its account only',
    postgres: 'a row locked while it is checked',
    codes: ['upstream_uuid_invalid', 'parameter_unknown', 'not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const stranger = await ownerWithUpstream(service);
      const second = await createUpstream(service, owner);
      const { path, ...domain } = await createDomain(service, owner, upstream, { external_id: 'x' });
      const move = (json: Readonly<Record<string, unknown>>) =>
        service.api(`${path}/move`, { token: owner.token, json });
      for (const upstream_uuid of [stranger.upstream.uuid, unknownUuid, 'x', '', null, 7]) {
        const refused = await move({ upstream_uuid });
        expectError(refused, 400, 'upstream_uuid_invalid', 'an upstream of the account');
      }
      expectError(await move({}), 400, 'upstream_uuid_invalid', 'missing');
      const unknown = await move({ upstream_uuid: second.uuid, host: newHost() });
      expectError(unknown, 400, 'parameter_unknown', 'host');
      const moved = await move({ upstream_uuid: second.uuid });
      expect(moved.status).toBe(200);
      // Its first check may have ended meanwhile.
      expect(besidesChecks(moved.body)).toEqual({ ...besidesChecks(domain), upstream_uuid: second.uuid });
      expect(Object.keys(moved.body)).toEqual(domainFields);
      expect(moved.body.updated_at > domain.updated_at).toBe(true);
      expectError(await move({ upstream_uuid: upstream.uuid }), 404, 'not_found', domain.uuid);
      const there = { token: owner.token, json: { upstream_uuid: upstream.uuid } };
      const back = await service.api(`${second.domains}/${domain.uuid}/move`, there);
      expect(back).toMatchObject({ status: 200, body: { upstream_uuid: upstream.uuid } });
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
