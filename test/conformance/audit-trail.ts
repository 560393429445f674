/** The audit trail, as docs/reference/audit-trail.md promises it. */

import { expect } from 'vitest';
import type { Role } from '../../src/core/role.ts';
import { AuditEvents } from '../../src/features/audit/audit-events.ts';
import { newUser, signInAs } from '../support/people.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import {
  expectError,
  newAccount,
  newHost,
  newToken,
  type Row,
  timestamp,
  unknownUuid,
  uuidV7,
  withStore,
} from './row.ts';

const page = 'docs/reference/audit-trail.md';

type Account = Awaited<ReturnType<typeof newAccount>>;

function changesOf(service: ServiceClient, account: Account, query = ''): Promise<ApiAnswer> {
  const path = `/api/v1/accounts/${account.accountUuid}/audit_events${query}`;
  return service.api(path, { token: account.token });
}

export const auditTrailRows: readonly Row[] = [
  {
    source: `${page} ("What is recorded")`,
    statement: 'only owners see invitations',
    async check(service) {
      const account = await newAccount(service);
      const email = `guest@${newHost()}`;
      const fieldsOf = (role: Role) =>
        withStore(service, async (store) => {
          const user = await newUser(store, `${role}@${newHost()}`, { [account.accountUuid]: role });
          return (await signInAs(store, user)).fields;
        });
      const headers = { owner: await fieldsOf('owner'), admin: await fieldsOf('admin') };
      const path = `/api/v1/accounts/${account.accountUuid}`;
      const redirect = { source_host: newHost(), destination_url: 'https://a.example' };
      await service.api(account.redirects, { token: account.token, json: redirect });
      const json = { email, role: 'viewer' };
      await service.api(`${path}/invitations`, { token: null, headers: headers.owner, json });
      const seen = await service.api(`${path}/audit_events?resource=invitation`, {
        token: null,
        headers: headers.owner,
      });
      expect(seen.body).toMatchObject({ data: [{ resource_name: email }], pagination: { count: 1 } });
      const others = [
        { token: null, headers: headers.admin },
        { token: null, headers: await fieldsOf('viewer') },
        { token: account.token },
      ];
      for (const caller of others) {
        const filtered = await service.api(`${path}/audit_events?resource=invitation`, caller);
        expect(filtered.body).toMatchObject({ data: [], pagination: { count: 0 } });
        const all = await service.api(`${path}/audit_events`, caller);
        expect(all.body).toMatchObject({ data: [{ resource: 'redirect' }], pagination: { count: 1 } });
        expect(JSON.stringify(all.body)).not.toContain(email);
      }
    },
  },
  {
    source: `${page} ("Events")`,
    statement: 'a change through the API is an event with its actor, its address and what differs',
    postgres: 'types of columns',
    async check(service) {
      const account = await newAccount(service);
      const { token } = account;
      const host = newHost();
      const json = { source_host: host, destination_url: 'https://a.example' };
      const created = (await service.api(account.redirects, { token, json })).body;
      const item = `${account.redirects}/${created.uuid}`;
      const changed = { destination_url: 'https://b.example' };
      await service.api(item, { token, method: 'PUT', json: changed });
      await service.api(item, { token, method: 'PUT', json: changed });
      await service.api(item, { token, method: 'DELETE' });
      const { status, body } = await changesOf(service, account);
      expect(status).toBe(200);
      expect(body.pagination).toEqual({ page: 1, count: 3 });
      const [deleted, updated, first] = body.data;
      expect(updated).toEqual({
        uuid: expect.stringMatching(uuidV7),
        created_at: expect.stringMatching(timestamp),
        action: 'updated',
        resource: 'redirect',
        resource_uuid: created.uuid,
        resource_name: host,
        actor: { kind: 'token', uuid: expect.stringMatching(uuidV7), name: 'test' },
        address: '127.0.0.1',
        before: { destination_url: 'https://a.example' },
        after: changed,
        account_uuid: account.accountUuid,
      });
      expect(first).toMatchObject({ action: 'created', before: null, after: json });
      expect(deleted).toMatchObject({ action: 'deleted', before: { source_host: host }, after: null });
    },
  },
  {
    source: `${page} ("Filters")`,
    statement: 'events are filtered by resource, action, actor and day, and paged as other lists are',
    postgres: 'days are cut in SQL',
    codes: [
      'resource_invalid',
      'resource_uuid_invalid',
      'action_invalid',
      'actor_uuid_invalid',
      'from_invalid',
      'to_invalid',
      'date_range_invalid',
      'page_invalid',
      'parameter_unknown',
    ],
    async check(service) {
      const account = await newAccount(service);
      const { token } = account;
      const uuids: string[] = [];
      for (let n = 0; n < 3; n++) {
        const json = { source_host: newHost(), destination_url: 'https://a.example' };
        uuids.push((await service.api(account.redirects, { token, json })).body.uuid);
      }
      const [one = ''] = uuids;
      await service.api(`${account.redirects}/${one}`, { token, method: 'DELETE' });
      const all = (await changesOf(service, account)).body.data;
      const actor: string = all[0].actor.uuid;
      const today = String(all[0].created_at).slice(0, 10);
      const count = async (query: string) => (await changesOf(service, account, query)).body.pagination.count;
      expect(await count('?resource=redirect')).toBe(4);
      expect(await count('?resource=upstream')).toBe(0);
      expect(await count(`?resource_uuid=${one}`)).toBe(2);
      expect(await count(`?resource_uuid=${one}&action=deleted`)).toBe(1);
      expect(await count(`?actor_uuid=${actor}`)).toBe(4);
      expect(await count(`?actor_uuid=${unknownUuid}`)).toBe(0);
      expect(await count(`?from=${today}`)).toBe(4);
      expect(await count('?from=2100-01-01')).toBe(0);
      expect(await count('?to=2020-01-01')).toBe(0);
      const paged = await changesOf(service, account, '?per_page=1&page=2');
      expect(paged.body.data).toEqual([all[1]]);
      expect(paged.headers.get('link')).toContain('rel="next"');
      for (const [query, code] of [
        ['resource=session', 'resource_invalid'],
        ['resource_uuid=x', 'resource_uuid_invalid'],
        ['action=read', 'action_invalid'],
        ['actor_uuid=x', 'actor_uuid_invalid'],
        ['from=2026-02-30', 'from_invalid'],
        ['to=x', 'to_invalid'],
        ['from=2026-02-02&to=2026-02-01', 'date_range_invalid'],
        ['page=0', 'page_invalid'],
        ['actor=x', 'parameter_unknown'],
      ] as const)
        expectError(await changesOf(service, account, `?${query}`), 400, code);
    },
  },
  {
    source: `${page} ("What is recorded")`,
    statement: "an upstream's token is never in the trail, and a change of it shows",
    async check(service) {
      const account = await newAccount(service);
      const { token } = account;
      const upstreams = `/api/v1/accounts/${account.accountUuid}/upstreams`;
      const json = { host: 'app.example.net', auth_token: 'hidden-token-1' };
      const { uuid } = (await service.api(upstreams, { token, json })).body;
      const rotated = { auth_token: 'hidden-token-2' };
      await service.api(`${upstreams}/${uuid}`, { token, method: 'PUT', json: rotated });
      const { body } = await changesOf(service, account);
      expect(body.data[0]).toMatchObject({
        action: 'updated',
        before: { auth_token: '[secret]' },
        after: { auth_token: '[secret]' },
      });
      expect(JSON.stringify(body)).not.toContain('hidden-token');
    },
  },
  {
    source: `${page} ("Actors")`,
    statement: 'a user is the actor of changes in the dashboard, and of accepting an invitation',
    async check(service) {
      const account = await newAccount(service);
      const email = `ada@${newHost()}`;
      const owner = await withStore(service, async (store) =>
        signInAs(store, await newUser(store, email, { [account.accountUuid]: 'owner' })),
      );
      const byOwner = { token: null, headers: owner.fields };
      const json = { source_host: newHost(), destination_url: 'https://a.example' };
      expect((await service.api(account.redirects, { ...byOwner, json })).status).toBe(201);
      const invited = `eve@${newHost()}`;
      const { body: invitation } = await service.api(`/api/v1/accounts/${account.accountUuid}/invitations`, {
        ...byOwner,
        json: { email: invited, role: 'viewer' },
      });
      const accepted = await service.api('/session/invitation/acceptance', {
        token: null,
        json: { invitation: invitation.secret, name: 'Eve', password: 'a walrus in a fjord' },
      });
      expect(accepted.status).toBe(201);
      type Told = { action: string; resource: string; actor: unknown; address: string };
      const path = `/api/v1/accounts/${account.accountUuid}/audit_events`;
      const data: readonly Told[] = (await service.api(path, byOwner)).body.data;
      const told = data.map(({ action, resource, actor, address }) => [
        `${action} ${resource}`,
        actor,
        address,
      ]);
      const eve = { kind: 'user', uuid: accepted.body.user.uuid, name: invited };
      const ada = { kind: 'user', uuid: owner.user.uuid, name: email };
      expect(told).toEqual([
        ['created user', eve, '127.0.0.1'],
        ['created member', eve, '127.0.0.1'],
        ['updated invitation', eve, '127.0.0.1'],
        ['created invitation', ada, '127.0.0.1'],
        ['created redirect', ada, '127.0.0.1'],
      ]);
      expect(JSON.stringify(data)).not.toContain(invitation.secret);
    },
  },
  {
    source: `${page} ("Actors")`,
    statement: 'a read-only token sees the trail of its own account only',
    codes: ['not_found'],
    async check(service) {
      const account = await newAccount(service);
      const reader = await newToken(service);
      const path = `/api/v1/accounts/${service.accountUuid}/audit_events`;
      expect((await service.api(path, { token: reader })).status).toBe(200);
      expectError(await service.api(path, { token: account.token }), 404, 'not_found');
      const events = await withStore(service, (store) =>
        new AuditEvents(store).list({ accountUuid: account.accountUuid, limit: 1, offset: 0 }),
      );
      expect(events.count).toBe(0);
    },
  },
];
