/** Upstreams. */
import { expect } from 'vitest';
import {
  createDomain,
  createUpstream,
  newOwner,
  ownerWithUpstream,
  ownOwner,
  postUpstream,
  publicAddress,
  put,
  upstreamFields,
  type WireUpstream,
} from './domain-resources.ts';
import { expectError, newToken, type Row, timestamp, unknownUuid, uuidV7 } from './row.ts';

const source = 'docs/reference/domains.md ("Upstreams")';

export const upstreamRows: readonly Row[] = [
  {
    source,
    statement: 'creating an upstream answers 201 with it and its Location; port is 443, tls true by default',
    postgres: 'types of columns',
    async check(service) {
      const owner = await newOwner(service);
      const answer = await postUpstream(service, owner);
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body)).toEqual(upstreamFields);
      expect(answer.body).toEqual({
        uuid: expect.stringMatching(uuidV7),
        host: publicAddress,
        port: 443,
        tls: true,
        auth_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        maintenance: false,
        host_header: 'upstream',
        tls_server_name: '',
        tls_ca: '',
        tls_client_certificate: '',
        tls_client_certificate_expires_at: null,
        compression: false,
        geo_fields: false,
        metadata_fields: false,
        targets: [],
        health_check: null,
        created_at: expect.stringMatching(timestamp),
        updated_at: answer.body.created_at,
      });
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(`${owner.upstreams}/${answer.body.uuid}`);
      expect(await service.api(location, { token: owner.token })).toMatchObject({
        status: 200,
        body: answer.body,
      });
    },
  },
  {
    source,
    statement: 'upstreams take form bodies as well as JSON',
    async check(service) {
      const { token, upstreams } = await newOwner(service);
      const form = { host: publicAddress, port: '8080', tls: '0', auth_token: 'sesame-open' };
      const { status, body } = await service.api(upstreams, { token, form });
      expect(status).toBe(201);
      expect(body).toMatchObject({ port: 8080, tls: false, auth_token: 'sesame-open' });
    },
  },
  {
    source,
    statement: 'auth_token is random for every upstream unless it is given',
    async check(service) {
      const owner = await newOwner(service);
      const tokens = new Set<string>();
      for (let n = 0; n < 3; n++) tokens.add((await createUpstream(service, owner)).auth_token);
      expect(tokens.size).toBe(3);
      const given = await createUpstream(service, owner, { auth_token: '!~'.repeat(128) });
      expect(given.auth_token).toBe('!~'.repeat(128));
    },
  },
  {
    source,
    statement: 'auth_token is null for those who may only read, and null keeps it',
    async check(service) {
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner, { auth_token: 'not-for-readers' });
      const reader = await newToken(service, { scope: 'read' });
      const { path, domains: _domains, ...created } = upstream;
      const hidden = { ...created, auth_token: null };
      const seen = await service.api(path, { token: reader });
      expect(seen.body).toEqual(hidden);
      const own = await service.api(path, { token: owner.token });
      expect(seen.headers.get('etag')).not.toBe(own.headers.get('etag'));
      const { records } = (await service.api(`${owner.upstreams}?per_page=1000`, { token: reader })).body;
      expect(records).toContainEqual(hidden);
      for (const record of records) expect(record.auth_token).toBeNull();
      const { body } = await put(service, owner, upstream, { ...seen.body, port: 8443 });
      expect(body).toMatchObject({ port: 8443, auth_token: 'not-for-readers' });
    },
  },
  {
    source,
    statement: 'the upstream list answers {records, pagination: {page, count}}, newest first',
    async check(service) {
      const owner = await newOwner(service);
      const { token, upstreams } = owner;
      const none = await service.api(upstreams, { token });
      expect(none).toMatchObject({ status: 200, body: { records: [], pagination: { page: 1, count: 0 } } });
      const created: string[] = [];
      for (let n = 0; n < 3; n++) created.unshift((await createUpstream(service, owner)).uuid);
      const { status, headers, body } = await service.api(`${upstreams}?per_page=2`, { token });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['records', 'pagination']);
      expect(body.pagination).toEqual({ page: 1, count: 3 });
      expect(body.records.map(({ uuid }: WireUpstream) => uuid)).toEqual(created.slice(0, 2));
      for (const upstream of body.records) expect(Object.keys(upstream)).toEqual(upstreamFields);
      expect(headers.get('link')).toBe(
        `<${upstreams}?per_page=2&page=1>; rel="first", <${upstreams}?per_page=2&page=2>; rel="next", <${upstreams}?per_page=2&page=2>; rel="last"`,
      );
      const byCursor = await service.api(`${upstreams}?cursor=&per_page=2`, { token });
      const next = /<([^>]*)>; rel="next"/.exec(byCursor.headers.get('link') ?? '')?.[1] ?? '';
      const last = await service.api(next, { token });
      expect([...byCursor.body.records, ...last.body.records].map(({ uuid }) => uuid)).toEqual(created);
      expect(last.body.pagination).toEqual({ page: 1, count: 3 });
      const past = await service.api(`${upstreams}?page=9`, { token });
      expect(past.body).toEqual({ records: [], pagination: { page: 9, count: 3 } });
    },
  },
  {
    source,
    statement: 'the upstream list is sorted by created_at, updated_at or host, both ways',
    postgres: 'order of text, and of what is equal',
    codes: ['sort_invalid', 'page_invalid', 'per_page_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const { token, upstreams } = owner;
      const [b, a] = [
        await createUpstream(service, owner, { host: 'b.nameplate.invalid' }),
        await createUpstream(service, owner, { host: 'a.nameplate.invalid' }),
      ];
      await put(service, owner, b, {});
      const sorted = async (sort: string) => {
        const { body } = await service.api(`${upstreams}?sort=${sort}`, { token });
        return body.records.map(({ uuid }: WireUpstream) => uuid);
      };
      expect(await sorted('created_at')).toEqual([b.uuid, a.uuid]);
      expect(await sorted('-created_at')).toEqual([a.uuid, b.uuid]);
      expect(await sorted('-updated_at')).toEqual([b.uuid, a.uuid]);
      expect(await sorted('host')).toEqual([a.uuid, b.uuid]);
      expect(await sorted('-host')).toEqual([b.uuid, a.uuid]);
      for (const parameter of ['sort', 'page', 'per_page'] as const) {
        const refused = await service.api(`${upstreams}?${parameter}=port`, { token });
        expectError(refused, 400, `${parameter}_invalid`, '"port"');
      }
    },
  },
  {
    source,
    statement: 'updating an upstream changes what is given and updated_at, and keeps the rest',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { path, domains: _domains, ...created } = upstream;
      const first = await put(service, owner, upstream, { port: 8443 });
      expect(first.status).toBe(200);
      expect(first.body).toEqual({ ...created, port: 8443, updated_at: first.body.updated_at });
      expect(first.body.updated_at > created.updated_at).toBe(true);
      const second = await put(service, owner, upstream, { tls: false, auth_token: 'new-token' });
      expect(second.body).toMatchObject({ port: 8443, tls: false, auth_token: 'new-token' });
      expect((await service.api(path, { token: owner.token })).body).toEqual(second.body);
    },
  },
  {
    source,
    statement: 'a fetched upstream can be sent back; its read-only attributes are ignored',
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const { body: fetched } = await service.api(upstream.path, { token: owner.token });
      const back = await put(service, owner, upstream, {
        ...fetched,
        uuid: unknownUuid,
        created_at: 'never',
      });
      expect(back).toMatchObject({ status: 200, body: { ...fetched, updated_at: expect.any(String) } });
      const copy = await service.api(owner.upstreams, { token: owner.token, json: fetched });
      expect(copy.status).toBe(201);
      expect(copy.body.uuid).not.toBe(fetched.uuid);
    },
  },
  {
    source,
    statement: 'an attribute that upstreams do not have is refused by name',
    codes: ['parameter_unknown'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      for (const name of ['hostname', 'account_uuid', 'Host', 'custom_domains']) {
        expectError(await postUpstream(service, owner, { [name]: 'x' }), 400, 'parameter_unknown', name);
        expectError(await put(service, owner, upstream, { [name]: 'x' }), 400, 'parameter_unknown', name);
      }
    },
  },
  {
    source,
    statement: 'host is a DNS name, also of one label, or an IP address, stored in one form each',
    async check(service) {
      const owner = await newOwner(service);
      for (const [host, stored] of [
        [' Nameplate-Unresolvable. ', 'nameplate-unresolvable'],
        ['App.Nameplate.Invalid', 'app.nameplate.invalid'],
        ['münchen.nameplate.invalid', 'xn--mnchen-3ya.nameplate.invalid'],
        ['93.184.216.34', '93.184.216.34'],
        ['2606:2800:0220:0001:0248:1893:25C8:1946', '2606:2800:220:1:248:1893:25c8:1946'],
        ['[2606:2800:220:1:248:1893:25c8:1946]', '2606:2800:220:1:248:1893:25c8:1946'],
      ] as const) {
        expect((await createUpstream(service, owner, { host })).host).toBe(stored);
      }
    },
  },
  {
    source,
    statement: 'a host that is missing or none is host_invalid',
    codes: ['host_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const missing = await service.api(owner.upstreams, { token: owner.token, json: { port: 80 } });
      expectError(missing, 400, 'host_invalid', 'host is missing');
      for (const host of [
        '',
        ' ',
        'https://a.example.net',
        'a.example.net:443',
        '93.184.216.34:80',
        '[2606:2800::1]:80',
        'a.example.net/x',
        'user@a.example.net',
        'a..example.net',
        '-a.example.net',
        'a_b.example.net',
        '*.example.net',
        `${'a'.repeat(64)}.example.net`,
        '93.184.216',
        '0x5db8d822',
        '1572395042',
        'fe80::1%eth0',
        'a\u0000.example.net',
        null,
        5,
        ['a.example.net'],
        { host: 'a.example.net' },
      ]) {
        expectError(await postUpstream(service, owner, { host }), 400, 'host_invalid', 'host');
        expectError(await put(service, owner, upstream, { host }), 400, 'host_invalid', 'host');
      }
    },
  },
  {
    source: 'docs/reference/dns.md ("Where upstreams may be")',
    statement:
      'a host that leads to a loopback, link-local, private or other special address is host_invalid',
    codes: ['host_invalid'],
    async check(_service, bench) {
      const service = await bench.sharedService({});
      const { upstream, ...owner } = await ownerWithUpstream(service);
      for (const host of [
        '127.0.0.1',
        '127.8.9.10',
        'localhost',
        '0.0.0.0',
        '10.1.2.3',
        '172.16.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '169.254.169.254',
        '224.0.0.1',
        '255.255.255.255',
        '::1',
        '::',
        'fe80::1',
        'fd00::1',
        '::ffff:127.0.0.1',
        '[::ffff:7f00:1]',
        '64:ff9b::7f00:1',
      ]) {
        const refused = [
          await postUpstream(service, owner, { host }),
          await put(service, owner, upstream, { host }),
        ];
        for (const answer of refused)
          expectError(answer, 400, 'host_invalid', 'address', 'NAMEPLATE_UPSTREAM_ALLOW');
      }
    },
  },
  {
    source: 'docs/reference/dns.md ("Where upstreams may be")',
    statement: 'addresses that NAMEPLATE_UPSTREAM_ALLOW lists may be upstreams, but not on own ports',
    codes: ['host_invalid'],
    async check(_service, bench) {
      const service = await bench.newService({
        env: { NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.0/8, 10.0.0.0/8' },
      });
      const owner = ownOwner(service);
      expect((await createUpstream(service, owner, { host: '10.1.2.3' })).host).toBe('10.1.2.3');
      const upstream = await createUpstream(service, owner, { host: '127.0.0.1', port: 8 });
      const refused = await postUpstream(service, owner, { host: '192.168.1.1' });
      expectError(refused, 400, 'host_invalid', '192.168.1.1');
      for (const port of [Number(service.env.NAMEPLATE_API_PORT), service.edgePort]) {
        const created = await postUpstream(service, owner, { host: '127.0.0.1', port });
        expectError(created, 400, 'host_invalid', String(port));
        expectError(await put(service, owner, upstream, { port }), 400, 'host_invalid', String(port));
      }
    },
  },
  {
    source,
    statement: 'a port that is no integer from 1 to 65535 is port_invalid',
    codes: ['port_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      for (const port of [0, -1, 65_536, 1.5, 1e20, '443', '', null, true, [443]]) {
        expectError(await postUpstream(service, owner, { port }), 400, 'port_invalid', 'port', '65535');
        expectError(await put(service, owner, upstream, { port }), 400, 'port_invalid', 'port', '65535');
      }
      for (const port of ['0', '65536', '4e2', '0x50', ' 80', '080', '1.0', '']) {
        const form = { host: publicAddress, port };
        const refused = await service.api(owner.upstreams, { token: owner.token, form });
        expectError(refused, 400, 'port_invalid', JSON.stringify(port));
      }
      for (const port of [1, 65_535])
        expect((await put(service, owner, upstream, { port })).body.port).toBe(port);
    },
  },
  {
    source,
    statement: 'tls that is no boolean is tls_invalid',
    codes: ['tls_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      for (const tls of ['true', 1, null, 'on', '']) {
        expectError(await postUpstream(service, owner, { tls }), 400, 'tls_invalid', 'tls');
        expectError(await put(service, owner, upstream, { tls }), 400, 'tls_invalid', 'tls');
      }
    },
  },
  {
    source,
    statement: 'an auth_token that is not 8 to 256 visible ASCII characters is auth_token_invalid',
    codes: ['auth_token_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      for (const auth_token of [
        '',
        '1234567',
        'x'.repeat(257),
        'with space',
        'line\r\nbreak',
        'münchen1',
        12345678,
      ]) {
        const expected = ['auth_token', '8 to 256'] as const;
        expectError(
          await postUpstream(service, owner, { auth_token }),
          400,
          'auth_token_invalid',
          ...expected,
        );
        expectError(
          await put(service, owner, upstream, { auth_token }),
          400,
          'auth_token_invalid',
          ...expected,
        );
      }
    },
  },
  {
    source,
    statement: 'host_header is upstream or original, and tls_server_name a DNS name or empty',
    codes: ['host_header_invalid', 'tls_server_name_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const given = { host_header: 'original', tls_server_name: 'Inner.Example.' };
      const { path, ...upstream } = await createUpstream(service, owner, given);
      expect(upstream).toMatchObject({ host_header: 'original', tls_server_name: 'inner.example' });
      const kept = await put(service, owner, { path }, { port: 8443 });
      expect(kept.body).toMatchObject({ host_header: 'original', tls_server_name: 'inner.example' });
      const back = { host_header: 'upstream', tls_server_name: '' };
      expect((await put(service, owner, { path }, back)).body).toMatchObject(back);
      for (const [name, wrong, allowed] of [
        ['host_header', ['Original', '', 'x', null, true], 'upstream or original'],
        [
          'tls_server_name',
          ['a b', '127.0.0.1', '::1', 'a..b', 'a:443', '*.a.example', null, 7],
          'a DNS name',
        ],
      ] as const) {
        for (const value of wrong) {
          const attributes = { [name]: value };
          expectError(await postUpstream(service, owner, attributes), 400, `${name}_invalid`, name, allowed);
          expectError(await put(service, owner, { path }, attributes), 400, `${name}_invalid`, allowed);
        }
      }
    },
  },
  {
    source,
    statement: 'metadata_fields is a switch, kept by a PUT without it',
    codes: ['metadata_fields_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const upstream = await createUpstream(service, owner, { metadata_fields: true });
      expect((await put(service, owner, upstream, { port: 8443 })).body.metadata_fields).toBe(true);
      const refused = await put(service, owner, upstream, { metadata_fields: 'yes' });
      expectError(refused, 400, 'metadata_fields_invalid', 'metadata_fields', 'true or false');
    },
  },
  {
    source: 'docs/reference/domains.md ("Several targets")',
    statement: 'targets are up to 16 different places, each where an upstream may be',
    codes: ['targets_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const given = {
        host: 'a.example.net',
        targets: [{ host: 'B.example.net.', port: 8443 }, { host: '8.8.8.8' }],
      };
      const upstream = await createUpstream(service, owner, given);
      const targets = [
        { host: 'b.example.net', port: 8443 },
        { host: '8.8.8.8', port: 443 },
      ];
      expect(upstream).toMatchObject({ targets });
      expect((await put(service, owner, upstream, { tls: false })).body.targets).toEqual(targets);
      for (const [wrong, ...expected] of [
        [null, 'not a list'],
        [[{ host: 'a b' }], 'target 1'],
        [[{ host: 'c.example.net' }, { host: 'c.example.net', port: 443 }], 'target 2', 'twice'],
        [[{ host: 'a.example.net' }], "target 1 is the upstream's own place"],
        [[{ host: 'c.example.net' }, { host: '10.0.0.1', port: 80 }], 'its target 2: ', 'private'],
        [[{ host: '169.254.169.254', port: 80 }], 'link-local'],
      ] as const) {
        const attributes = { ...given, targets: wrong };
        expectError(await postUpstream(service, owner, attributes), 400, 'targets_invalid', ...expected);
        expectError(
          await put(service, owner, upstream, { targets: wrong }),
          400,
          'targets_invalid',
          ...expected,
        );
      }
      expect((await put(service, owner, upstream, { targets: [] })).body.targets).toEqual([]);
    },
  },
  {
    source: 'docs/reference/domains.md ("Health checks")',
    statement:
      'a health check has a path, and defaults for the rest; a new one replaces it, and null is none',
    postgres: 'types of columns',
    codes: ['health_check_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const upstream = await createUpstream(service, owner, {
        health_check: { path: '/up', healthy_after: 4 },
      });
      const usual = {
        path: '/up?full=1',
        interval_seconds: 10,
        timeout_seconds: 5,
        status: [200, 399],
        healthy_after: 2,
        unhealthy_after: 3,
      };
      expect(upstream.health_check).toEqual({ ...usual, path: '/up', healthy_after: 4 });
      const replaced = await put(service, owner, upstream, { health_check: { path: '/up?full=1' } });
      expect(replaced.body.health_check).toEqual(usual);
      for (const [wrong, ...expected] of [
        [{}, 'it has no path', 'allowed: null, or an object such as {"path": "/health"'],
        [{ path: '/', interval_seconds: 4 }, 'its interval_seconds 4 is not an integer from 5 to 3600'],
        [['/'], 'neither an object nor null'],
      ] as const) {
        const refused = await put(service, owner, upstream, { health_check: wrong });
        expectError(refused, 400, 'health_check_invalid', ...expected);
      }
      const form = { health_check: '{"path": "/form"}' };
      const { token } = owner;
      const sent = await service.api(upstream.path, { token, method: 'PUT', form });
      expect(sent.body.health_check).toEqual({ ...usual, path: '/form' });
      expect((await put(service, owner, upstream, { health_check: null })).body.health_check).toBe(null);
    },
  },
  {
    source: 'docs/reference/domains.md ("Errors")',
    statement: 'the attributes of an upstream are checked in their order',
    codes: ['parameter_unknown', 'host_invalid', 'port_invalid', 'tls_invalid', 'auth_token_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const wrong = { auth_token: '', tls: 'x', port: 0, host: '10.0.0.1', nonsense: 1 };
      const codes: string[] = [];
      const attributes: Record<string, unknown> = { ...wrong };
      for (const [name, mended] of [
        ['nonsense', undefined],
        ['port', 443],
        ['host', publicAddress],
        ['tls', true],
        ['auth_token', 'long-enough'],
      ] as const) {
        const answer = await postUpstream(service, owner, attributes);
        codes.push(answer.body.error_code);
        expectError(answer, 400, answer.body.error_code);
        attributes[name] = mended;
        if (mended === undefined) delete attributes[name];
      }
      // Whether an upstream may be at an address depends on the port too.
      expect(codes).toEqual([
        'parameter_unknown',
        'port_invalid',
        'host_invalid',
        'tls_invalid',
        'auth_token_invalid',
      ]);
      const both = await postUpstream(service, owner, { ...wrong, nonsense: undefined, host: 'a b' });
      expectError(both, 400, 'host_invalid');
      expect((await postUpstream(service, owner, attributes)).status).toBe(201);
    },
  },
  {
    source,
    statement: 'deleting an upstream removes its custom domains and says how many',
    postgres: 'deletes that cascade',
    codes: ['not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const other = await createUpstream(service, owner);
      const gone = [
        await createDomain(service, owner, upstream),
        await createDomain(service, owner, upstream),
      ];
      const kept = await createDomain(service, owner, other);
      const remove = (path: string) => service.api(path, { method: 'DELETE', token: owner.token });
      const answer = await remove(upstream.path);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['message']);
      for (const text of [upstream.uuid, publicAddress, '2 custom domains'])
        expect(answer.body.message).toContain(text);
      for (const { path, uuid } of gone) {
        expectError(await service.api(path, { token: owner.token }), 404, 'not_found', uuid);
      }
      const fetched = await service.api(kept.path, { token: owner.token });
      expect(fetched).toMatchObject({ status: 200, body: { uuid: kept.uuid } });
      expectError(await service.api(upstream.path, { token: owner.token }), 404, 'not_found', upstream.uuid);
      expectError(await remove(upstream.path), 404, 'not_found', upstream.uuid);
      expect((await remove(other.path)).body.message).toContain('1 custom domain ');
      // The hosts are free again.
      await createDomain(service, owner, await createUpstream(service, owner), { host: gone[0]?.host });
    },
  },
  {
    source,
    statement: 'an upstream that is not there, not theirs or no UUID is not found',
    codes: ['not_found'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const stranger = await newOwner(service);
      for (const [path, token, named] of [
        [`${owner.upstreams}/${unknownUuid}`, owner.token, unknownUuid],
        [`${owner.upstreams}/x`, owner.token, 'x'],
        [`${stranger.upstreams}/${upstream.uuid}`, stranger.token, upstream.uuid],
        [upstream.path, stranger.token, owner.upstreams.split('/')[4] ?? ''],
      ] as const) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const request = { method, token, ...(method === 'PUT' ? { json: { port: 0 } } : {}) };
          expectError(await service.api(path, request), 404, 'not_found', named);
        }
        expectError(await service.api(`${path}/custom_domains`, { token }), 404, 'not_found', named);
        const json = { host: 'never.example.com' };
        expectError(await service.api(`${path}/custom_domains`, { token, json }), 404, 'not_found', named);
      }
      expect(
        (
          await service.api(
            upstream.path
              .toUpperCase()
              .replace('/API/V1/ACCOUNTS', '/api/v1/accounts')
              .replace('/UPSTREAMS/', '/upstreams/'),
            { token: owner.token },
          )
        ).status,
      ).toBe(200);
    },
  },
  {
    source,
    statement: 'a token that may only read lists and shows upstreams and changes none',
    codes: ['forbidden'],
    async check(service) {
      const token = await newToken(service, { scope: 'read' });
      const owner = ownOwner(service);
      const { path } = await createUpstream(service, owner);
      expect((await service.api(owner.upstreams, { token })).status).toBe(200);
      expect((await service.api(path, { token })).status).toBe(200);
      expectError(await postUpstream(service, { ...owner, token }), 403, 'forbidden', 'write');
      expectError(await put(service, { token }, { path }, { port: 80 }), 403, 'forbidden', 'write');
      expectError(await service.api(path, { method: 'DELETE', token }), 403, 'forbidden', 'write');
    },
  },
];
