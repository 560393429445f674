/** What every control store keeps of resources that change, restored and undone. Source: docs/reference/versions.md. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { actingAs } from '../../../src/control/acting.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { migrate } from '../../../src/control/migrate.ts';
import { rulesIn, textOf } from '../../../src/control/rules-text.ts';
import { versionBytesKept } from '../../../src/control/versions.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../../src/features/rules/host-rules-store.ts';
import { Versions } from '../../../src/features/versions/version-store.ts';
import { redirectResource } from '../../../src/resources/redirect.ts';
import { type ApiResponse, type ApiServer, startApi } from '../../support/api-server.ts';
import { makeAuthority, makeCertificate } from '../../support/certificate-maker.ts';
import { onEachControlStore } from '../../support/control-stores.ts';

type Item = {
  readonly n: number;
  readonly created_at: string;
  readonly actor: { readonly kind: string; readonly uuid: string; readonly name: string } | null;
  readonly attributes: Readonly<Record<string, unknown>>;
};

const unknown = '01890000-0000-7000-8000-000000000000';

onEachControlStore('versions', (newLocation) => {
  let api: ApiServer;
  let base: string;

  beforeEach(async () => {
    api = await startApi({ location: await newLocation('tables') });
    base = `/api/v1/accounts/${api.accountUuid}`;
  });

  const ask = (method: string, path: string, json?: unknown, headers = {}): Promise<ApiResponse> =>
    api.ask(`${base}${path}`, {
      method,
      ...(json !== undefined && { json }),
      headers: { authorization: `Bearer ${api.token}`, ...headers },
    });
  const done = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await ask(method, path, json);
    expect(JSON.stringify({ status, body })).toMatch(/"status":20[01]/);
    return body;
  };
  const versionsOf = async (path: string): Promise<readonly Item[]> =>
    (await done('GET', `${path}/versions`)).data;
  const makeRedirect = (source_host: string, more = {}) =>
    done('POST', '/redirects', { source_host, destination_url: 'https://one.example', ...more });
  const makeUpstream = (more = {}) => done('POST', '/upstreams', { host: '203.0.113.7', ...more });
  const lastEvent = async (filters = ''): Promise<string> =>
    (await done('GET', `/audit_events?per_page=1${filters}`)).data[0].uuid;
  const undo = (uuid: string) => ask('POST', `/audit_events/${uuid}/undo`);
  const refused = (status: number, code: string) => ({ status, body: { error_code: code } });

  test('a redirect has the versions that its changes made, newest first, with who made them', async () => {
    const { uuid, created_at } = await makeRedirect('a.example.com', { note: 'first' });
    const path = `/redirects/${uuid}`;
    const actor = { kind: 'token', uuid: api.tokenUuid, name: 'test' };
    const first = {
      source_host: 'a.example.com',
      match_path: '*',
      destination_url: 'https://one.example',
      redirect_type: 'permanent',
      preserve_path: true,
      preserve_query_string: true,
      active: true,
      note: 'first',
    };
    expect(await versionsOf(path)).toEqual([{ n: 1, created_at, actor, attributes: first }]);
    api.clock.time += 1_000;
    const { updated_at } = await done('PUT', path, { active: false });
    await done('PUT', path, { active: false });
    const second = { n: 2, created_at: updated_at, actor, attributes: { ...first, active: false } };
    const all = [second, { n: 1, created_at, actor, attributes: first }];
    expect(await versionsOf(path)).toEqual(all);
    const page = await ask('GET', `${path}/versions?page=2&per_page=1`);
    expect(page.body).toEqual({ data: all.slice(1), pagination: { page: 2, count: 2 } });
    expect(page.headers['link']).toContain('rel="first"');
    const walked = await ask('GET', `${path}/versions?cursor=&per_page=1`);
    const next = /<[^>]*(\?[^>]*)>; rel="next"/.exec(String(walked.headers['link']))?.[1] ?? '';
    const rest = await ask('GET', `${path}/versions${next}`);
    expect([...walked.body.data, ...rest.body.data]).toEqual(all);
    expect(String(rest.headers['link'])).not.toContain('next');

    const restored = await done('POST', `${path}/versions/1/restore`);
    expect(restored).toMatchObject({ uuid, ...first });
    expect((await versionsOf(path)).map(({ n, attributes }) => [n, attributes['active']])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ]);
    const [event] = (await done('GET', `/audit_events?resource_uuid=${uuid}`)).data;
    expect(event).toMatchObject({ action: 'updated', before: { active: false }, after: { active: true } });
    for (const n of ['4', '0', '-1', 'x', '1.0'])
      expect(await ask('POST', `${path}/versions/${n}/restore`)).toMatchObject(refused(404, 'not_found'));
    expect(await ask('GET', `/redirects/${unknown}/versions`)).toMatchObject(refused(404, 'not_found'));
    const stale = await ask('POST', `${path}/versions/2/restore`, undefined, { 'if-match': '"old.1"' });
    expect(stale).toMatchObject(refused(412, 'precondition_failed'));
  });

  test('a restore is checked as any change: a host that is taken is refused', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    await done('PUT', `/redirects/${uuid}`, { source_host: 'b.example.com' });
    await makeRedirect('a.example.com');
    expect(await ask('POST', `/redirects/${uuid}/versions/1/restore`)).toMatchObject(
      refused(400, 'source_host_taken'),
    );
  });

  test('the last 50 are kept, and numbers go on', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    for (let n = 0; n < 54; n++) await done('PUT', `/redirects/${uuid}`, { note: `${n}` });
    const { data, pagination } = await done('GET', `/redirects/${uuid}/versions?per_page=100`);
    expect(data.map(({ n }: Item) => n)).toEqual(Array.from({ length: 50 }, (_, place) => 55 - place));
    expect(pagination).toEqual({ page: 1, count: 50 });
    expect(await ask('POST', `/redirects/${uuid}/versions/5/restore`)).toMatchObject({ status: 404 });
    expect(await done('POST', `/redirects/${uuid}/versions/6/restore`)).toMatchObject({ note: '4' });
  });

  test('two writes at once get different numbers, and a batch has each its own', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    const notes = Array.from({ length: 8 }, (_, n) => `note ${n}`);
    await Promise.all(notes.map((note) => done('PUT', `/redirects/${uuid}`, { note })));
    const versions = await versionsOf(`/redirects/${uuid}`);
    expect(versions.map(({ n }) => n)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(versions.map(({ attributes }) => attributes['note']))).toEqual(new Set(['', ...notes]));

    const redirects = Array.from({ length: 1_000 }, (_, n) => ({
      source_host: `h${n}.example.net`,
      destination_url: 'https://one.example',
    }));
    const { data } = await done('POST', '/redirects/batch', { redirects });
    const stored = new Redirects(api.store);
    await stored.updateMany(
      api.accountUuid,
      data.map((one: { uuid: string }) => ({
        uuid: one.uuid,
        change: (current: object) => ({ ...redirectResource.defaults, ...current, note: 'all' }),
      })),
    );
    for (const place of [0, 500, 999])
      expect((await versionsOf(`/redirects/${data[place].uuid}`)).map(({ n }) => n)).toEqual([2, 1]);
  });

  test('what was there before versions were kept is the first one', async () => {
    const { uuid, updated_at: created_at } = await makeRedirect('a.example.com');
    await done('PUT', '/hosts/r.example.com/rules', { rules: [{ then: { block: {} } }] });
    await sql`delete from resource_versions`.execute(api.store.database.queries);
    const path = `/redirects/${uuid}`;
    expect(await versionsOf(path)).toMatchObject([
      { n: 1, created_at, actor: null, attributes: { note: '' } },
    ]);
    expect(await ask('POST', `${path}/versions/2/restore`)).toMatchObject({ status: 404 });
    await done('PUT', path, { note: 'changed' });
    expect(await versionsOf(path)).toMatchObject([
      { n: 2, actor: { kind: 'token' }, attributes: { note: 'changed' } },
      { n: 1, created_at, actor: null, attributes: { note: '' } },
    ]);
    const rules = '/hosts/r.example.com/rules';
    expect(await versionsOf(rules)).toMatchObject([
      { n: 1, actor: null, attributes: { rules: [{ active: true, then: { block: {} } }] } },
    ]);
    await done('PUT', rules, { rules: [] });
    expect((await versionsOf(rules)).map(({ attributes }) => attributes['rules'])).toEqual([
      [],
      [{ active: true, then: { block: {} } }],
    ]);
  });

  test('rules keep their passwords’ hashes, and show none', async () => {
    const path = '/hosts/r.example.com/rules';
    const auth = (users: unknown) => ({ then: { basic_auth: { realm: 'Staff', users } } });
    const block = { active: true, then: { block: {} } };
    expect((await done('GET', `${path}/versions`)).data).toEqual([]);
    await done('PUT', path, { rules: [auth([{ name: 'ann', password: 'correct horse' }]), block] });
    const stored = async () => {
      const found = await new HostRulesStore(api.store).find(api.accountUuid, 'r.example.com');
      return JSON.stringify(found ? rulesIn(found.json) : []);
    };
    const before = await stored();
    expect(before).toContain('password_hash');
    await done('PUT', path, { rules: [] });
    const listed = await ask('GET', `${path}/versions`);
    expect(listed.text).not.toMatch(/password|scrypt/);
    const shown = [{ active: true, ...auth([{ name: 'ann' }]) }, block];
    expect(listed.body.data.map(({ n, attributes }: Item) => [n, attributes])).toEqual([
      [2, { rules: [] }],
      [1, { rules: shown }],
    ]);
    const answer = await ask('POST', `${path}/versions/1/restore`);
    expect(answer).toMatchObject({ status: 200, body: { rules: shown, warnings: [] } });
    expect(answer.headers.etag).toBe((await ask('GET', path)).headers.etag);
    expect(await stored()).toBe(before);
    expect((await versionsOf(path)).map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(await ask('POST', `${path}/versions/9/restore`)).toMatchObject({ status: 404 });
  });

  test('an upstream’s secrets are in no version, and stay as they are', async () => {
    const { uuid } = await makeUpstream({ auth_token: 'first-token' });
    const path = `/upstreams/${uuid}`;
    await done('PUT', path, { auth_token: 'other-token' });
    expect(await versionsOf(path)).toHaveLength(1);
    await done('PUT', path, { port: 8443 });
    const listed = await ask('GET', `${path}/versions`);
    expect(listed.text).not.toMatch(/-token|auth_token|tls_client_key/);
    expect(listed.body.data).toMatchObject([{ attributes: { port: 8443 } }, { attributes: { port: 443 } }]);
    expect(await done('POST', `${path}/versions/1/restore`)).toMatchObject({
      port: 443,
      auth_token: 'other-token',
    });
  });

  test('a custom domain goes back to the upstream that it was on', async () => {
    const [{ uuid: one }, { uuid: other }] = [await makeUpstream(), await makeUpstream({ port: 8443 })];
    const { uuid } = await done('POST', `/upstreams/${one}/custom_domains`, { host: 'shop.example.com' });
    const path = `/custom_domains/${uuid}`;
    await done('POST', `/upstreams/${one}/custom_domains/${uuid}/move`, { upstream_uuid: other });
    await done('PUT', `/upstreams/${other}/custom_domains/${uuid}`, { metadata: { plan: 'pro' } });
    expect((await versionsOf(path)).map(({ attributes }) => attributes)).toMatchObject([
      { upstream_uuid: other, metadata: { plan: 'pro' } },
      { upstream_uuid: other, metadata: {} },
      { upstream_uuid: one, metadata: {} },
    ]);
    expect(await done('POST', `${path}/versions/1/restore`)).toMatchObject({
      uuid,
      upstream_uuid: one,
      metadata: {},
    });
    await done('DELETE', `/upstreams/${other}`);
    expect(await ask('POST', `${path}/versions/2/restore`)).toMatchObject(
      refused(400, 'upstream_uuid_invalid'),
    );
  });

  test('an account has at most 64 MiB of them, the oldest dropped first', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    await done('PUT', `/redirects/${uuid}`, { note: 'changed' });
    const sizes = async () =>
      (
        await api.store.database.queries
          .selectFrom('resource_versions')
          .select(['resource', 'n', 'size_bytes'])
          .where('replaced_at', 'is not', null)
          .orderBy('n')
          .execute()
      ).filter(({ size_bytes }) => size_bytes > 0);
    expect(await sizes()).toHaveLength(1);
    const rules = new HostRulesStore(api.store);
    const long = (n: number) => ({
      ...textOf([
        { active: true, if: { path: `/${'x'.repeat(12 * 1024 * 1024)}/${n}` }, then: { block: {} } },
      ]),
      accountUuid: api.accountUuid,
      host: 'r.example.com',
      isExpected: () => true,
      keptFrom: null,
    });
    for (let n = 0; n < 8; n++) {
      api.clock.time += 1_000;
      await rules.replace(long(n));
    }
    const kept = await sizes();
    expect(kept.map(({ resource, n }) => [resource, n])).toEqual(
      [3, 4, 5, 6, 7].map((n) => ['host_rules', n]),
    );
    expect(kept.reduce((sum, one) => sum + one.size_bytes, 0)).toBeLessThanOrEqual(versionBytesKept);
    // The present one of the redirect is there.
    expect(await versionsOf(`/redirects/${uuid}`)).toMatchObject([{ n: 2, attributes: { note: 'changed' } }]);
    const page = await done('GET', '/hosts/r.example.com/rules/versions');
    expect(page.data.map(({ n }: Item) => n)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(page.data[5].attributes.rules[0].if.path).toMatch(/x\/2$/);
  });

  test('versions of what was deleted are kept as long as its audit events', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    await makeRedirect('b.example.com');
    await done('PUT', `/redirects/${uuid}`, { note: 'changed' });
    await done('DELETE', `/redirects/${uuid}`);
    const count = async () =>
      (await api.store.database.queries.selectFrom('resource_versions').selectAll().execute()).length;
    expect(await count()).toBe(3);
    const versions = new Versions(api.store);
    await versions.forgetDeleted(Date.now() - 60_000);
    expect(await count()).toBe(3);
    await versions.forgetDeleted(Date.now() + 86_400_000 * 10_000);
    expect(await count()).toBe(1);
  });

  describe('undo', () => {
    test('reverts what a change touched, and nothing else, and can be undone', async () => {
      const { uuid } = await makeRedirect('a.example.com', { note: 'first' });
      const path = `/redirects/${uuid}`;
      await done('PUT', path, { active: false });
      const event = await lastEvent();
      await done('PUT', path, { note: 'second' });
      const answer = await undo(event);
      expect(answer).toMatchObject({
        status: 200,
        body: { action: 'updated', resource_uuid: uuid, before: { active: false }, after: { active: true } },
      });
      expect(await done('GET', path)).toMatchObject({ active: true, note: 'second' });
      expect(await undo(event)).toMatchObject(refused(409, 'changed_since'));
      expect(await undo(answer.body.uuid)).toMatchObject({ status: 200 });
      expect(await done('GET', path)).toMatchObject({ active: false, note: 'second' });
    });

    test('answers changed_since when the same was changed there and back', async () => {
      const { uuid } = await makeRedirect('a.example.com');
      await done('PUT', `/redirects/${uuid}`, { note: 'one' });
      const event = await lastEvent();
      for (const note of ['two', 'one']) await done('PUT', `/redirects/${uuid}`, { note });
      expect(await undo(event)).toMatchObject(refused(409, 'changed_since'));
    });

    test('of a creation deletes, unless it was changed since', async () => {
      const { uuid } = await makeRedirect('a.example.com');
      const created = await lastEvent();
      await done('PUT', `/redirects/${uuid}`, { note: 'x' });
      expect(await undo(created)).toMatchObject(refused(409, 'changed_since'));
      const { uuid: other } = await makeRedirect('b.example.com');
      expect(await undo(await lastEvent())).toMatchObject({ status: 200, body: { action: 'deleted' } });
      expect(await ask('GET', `/redirects/${other}`)).toMatchObject({ status: 404 });
    });

    test('of a deletion creates again with the same uuid and all versions, or answers host_taken', async () => {
      const { uuid } = await makeRedirect('a.example.com', { note: 'first' });
      await done('PUT', `/redirects/${uuid}`, { active: false });
      await done('DELETE', `/redirects/${uuid}`);
      const deleted = await lastEvent();
      const { uuid: blocking } = await makeRedirect('a.example.com');
      expect(await undo(deleted)).toMatchObject(refused(400, 'host_taken'));
      await done('DELETE', `/redirects/${blocking}`);
      expect(await undo(deleted)).toMatchObject({
        status: 200,
        body: { action: 'created', resource_uuid: uuid },
      });
      expect(await done('GET', `/redirects/${uuid}`)).toMatchObject({ active: false, note: 'first' });
      expect((await versionsOf(`/redirects/${uuid}`)).map(({ n }) => n)).toEqual([3, 2, 1]);
      expect(await undo(deleted)).toMatchObject(refused(409, 'changed_since'));
    });

    test('of an upstream’s deletion makes another token; its domains come back one by one', async () => {
      const { uuid, auth_token } = await makeUpstream({ port: 8443 });
      const { uuid: domain } = await done('POST', `/upstreams/${uuid}/custom_domains`, {
        host: 'shop.example.com',
        external_id: '4711',
      });
      await done('DELETE', `/upstreams/${uuid}`);
      const eventOf = (of: string) => lastEvent(`&resource_uuid=${of}`);
      const ofDomain = await eventOf(domain);
      expect(await undo(ofDomain)).toMatchObject(refused(400, 'upstream_uuid_invalid'));
      expect(await undo(await eventOf(uuid))).toMatchObject({ status: 200 });
      const again = await done('GET', `/upstreams/${uuid}`);
      expect(again).toMatchObject({ uuid, port: 8443, auth_token: expect.stringMatching(/.{40}/) });
      expect(again.auth_token).not.toBe(auth_token);
      const created = await eventOf(uuid);
      expect(await undo(ofDomain)).toMatchObject({ status: 200 });
      expect(await done('GET', `/custom_domains/${domain}`)).toMatchObject({
        uuid: domain,
        upstream_uuid: uuid,
        external_id: '4711',
        status: 'pending_check',
      });
      const deletedRows = await api.store.database.queries
        .selectFrom('deleted_custom_domains')
        .selectAll()
        .execute();
      expect(deletedRows).toEqual([]);
      // It would take the domain with it.
      expect(await undo(created)).toMatchObject(refused(409, 'changed_since'));
      await done('DELETE', `/upstreams/${uuid}`);
    });

    test('of rules brings lists of any length back, with their passwords', async () => {
      const path = '/hosts/r.example.com/rules';
      const rules = Array.from({ length: 300 }, (_, n) => ({
        active: true,
        if: { path: `/address-number-${n}-that-makes-the-list-long` },
        then: { redirect: { to: `https://to.example/${n}` } },
      }));
      const auth = { then: { basic_auth: { realm: 'x', users: [{ name: 'ann', password: 'secret-1' }] } } };
      await done('PUT', path, { rules: [...rules, auth] });
      const created = await lastEvent();
      const stored = () => new HostRulesStore(api.store).find(api.accountUuid, 'r.example.com');
      const first = await stored();
      await done('PUT', path, { rules: rules.slice(1) });
      const replaced = await lastEvent();
      expect(await undo(created)).toMatchObject(refused(409, 'changed_since'));
      expect(await undo(replaced)).toMatchObject({ status: 200, body: { resource: 'host_rules' } });
      expect((await stored())?.json).toEqual(first?.json);
      await done('PUT', path, { rules: [] });
      const emptied = await lastEvent();
      expect(await undo(emptied)).toMatchObject({ status: 200 });
      const again = await stored();
      expect(again).toMatchObject({ uuid: first?.uuid, version: 4 });
      expect(again?.json).toEqual(first?.json);
      expect(await undo(await lastEvent())).toMatchObject({ status: 200 });
      expect(await stored()).toBeUndefined();
      expect(await undo(replaced)).toMatchObject(refused(409, 'changed_since'));
    });

    test('of other kinds, or of secrets alone, is unsupported', async () => {
      await actingAs({ kind: 'command_line', uuid: null, name: 'root', address: null }, () =>
        api.newToken('read'),
      );
      expect(await undo(await lastEvent('&resource=access_token'))).toMatchObject(
        refused(400, 'undo_unsupported'),
      );
      const { uuid } = await makeUpstream();
      await done('PUT', `/upstreams/${uuid}`, { auth_token: 'other-token' });
      expect(await undo(await lastEvent())).toMatchObject(refused(400, 'undo_unsupported'));
      expect(await undo(unknown)).toMatchObject(refused(404, 'not_found'));
    });

    test('of an upstream’s certificates takes them from the version before', async () => {
      const tls_ca = makeAuthority('Root').pem;
      const { uuid } = await makeUpstream({ tls_ca });
      const path = `/upstreams/${uuid}`;
      await done('PUT', path, { port: 8443, tls_ca: makeAuthority('Other').pem });
      const event = await lastEvent();
      await done('PUT', path, { maintenance: true });
      expect(await undo(event)).toMatchObject({ status: 200 });
      expect(await done('GET', path)).toMatchObject({ port: 443, tls_ca, maintenance: true });
    });
  });

  test('a client certificate is restored only with the key that belongs to it', async () => {
    const [client, other] = [makeCertificate(), makeCertificate()];
    const { uuid } = await makeUpstream({
      tls_client_certificate: client.pem,
      tls_client_key: client.keyPem,
    });
    const path = `/upstreams/${uuid}`;
    await done('PUT', path, {
      port: 8443,
      tls_client_certificate: other.pem,
      tls_client_key: other.keyPem,
    });
    expect((await ask('GET', `${path}/versions`)).text).not.toContain('PRIVATE KEY');
    expect(await done('POST', `${path}/versions/1/restore`)).toMatchObject({
      port: 443,
      tls_client_certificate: other.pem,
    });
    await done('DELETE', path);
    const deleted = await lastEvent();
    expect(await undo(deleted)).toMatchObject({ status: 200 });
    expect(await done('GET', path)).toMatchObject({ uuid, port: 443, tls_client_certificate: '' });
  });

  test('who may only read sees versions, and restores and undoes nothing', async () => {
    const { uuid } = await makeRedirect('a.example.com');
    const event = await lastEvent();
    const { secret } = await api.newToken('read');
    const headers = { authorization: `Bearer ${secret}` };
    const path = `/redirects/${uuid}/versions`;
    expect(await ask('GET', path, undefined, headers)).toMatchObject({ status: 200 });
    expect(await ask('POST', `${path}/1/restore`, undefined, headers)).toMatchObject(
      refused(403, 'forbidden'),
    );
    expect(await ask('POST', `/audit_events/${event}/undo`, undefined, headers)).toMatchObject(
      refused(403, 'forbidden'),
    );
  });

  test('a store of the version before gets the table, which is empty', async () => {
    const location = await newLocation('nothing');
    {
      await using database = await ControlDatabase.open(location, 1);
      await migrate(database, 72);
    }
    await using database = await ControlDatabase.open(location, 1);
    expect(await migrate(database)).toBeGreaterThan(0);
    const rows = await database.queries.selectFrom('resource_versions').selectAll().execute();
    expect(rows).toEqual([]);
  });
});
