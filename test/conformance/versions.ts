/** Versions and undo, as docs/reference/versions.md promises them. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { publicAddress } from './domain-resources.ts';
import {
  expectError,
  newAccount,
  newHost,
  newToken,
  type Row,
  timestamp,
  unknownUuid,
  uuidV7,
} from './row.ts';

const page = 'docs/reference/versions.md';

async function open(service: ServiceClient) {
  const { accountUuid, token } = await newAccount(service);
  const base = `/api/v1/accounts/${accountUuid}`;
  const ask = (method: string, path: string, json?: object): Promise<ApiAnswer> =>
    service.api(`${base}${path}`, { method, token, ...(json && { json }) });
  const done = async (method: string, path: string, json?: object) => {
    const answer = await ask(method, path, json);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const newRedirect = async (more: object = {}): Promise<{ path: string; uuid: string; host: string }> => {
    const host = newHost();
    const json = { source_host: host, destination_url: 'https://one.example', ...more };
    const { uuid } = await done('POST', '/redirects', json);
    return { path: `/redirects/${uuid}`, uuid, host };
  };
  const lastEvent = async (): Promise<string> => (await done('GET', '/audit_events?per_page=1')).data[0].uuid;
  const undo = (uuid: string) => ask('POST', `/audit_events/${uuid}/undo`);
  return { base, ask, done, newRedirect, lastEvent, undo };
}

export const versionRows: readonly Row[] = [
  {
    source: `${page} ("Undo")`,
    statement:
      'changes of settings, the brand and collections are undone, and what was deleted has its uuid again',
    postgres: 'collections created again',
    async check(service) {
      const { ask, done, lastEvent, undo } = await open(service);
      await done('PUT', '/settings', { allowed_origins: ['https://app.example.com'] });
      expect(await undo(await lastEvent())).toMatchObject({ status: 200, body: { resource: 'settings' } });
      expect(await done('GET', '/settings')).toEqual({ allowed_origins: [] });
      await done('PUT', '/brand', { name: 'One', color: '#112233' });
      await done('PUT', '/brand', { name: 'Two' });
      expect(await undo(await lastEvent())).toMatchObject({ status: 200, body: { resource: 'brand' } });
      expect(await done('GET', '/brand')).toMatchObject({ name: 'One', color: '#112233' });
      const given = { url: `https://${publicAddress}/hooks`, events: ['redirect.created'] };
      const { uuid } = await done('POST', '/webhook_endpoints', given);
      await done('DELETE', `/webhook_endpoints/${uuid}`);
      expect(await undo(await lastEvent())).toMatchObject({ status: 200, body: { action: 'created' } });
      expect(await done('GET', `/webhook_endpoints/${uuid}`)).toMatchObject({ uuid, ...given });
      await undo(await lastEvent());
      expectError(await ask('GET', `/webhook_endpoints/${uuid}`), 404, 'not_found');
    },
  },
  {
    source: `${page} ("Versions")`,
    statement:
      'a list of versions has the present one first, with number, time, actor and attributes, in pages',
    postgres: 'types of columns',
    async check(service) {
      const { base, done, newRedirect, ask } = await open(service);
      const { path, host } = await newRedirect();
      await done('PUT', path, { active: false, note: 'paused' });
      const { data, pagination } = await done('GET', `${path}/versions`);
      expect(pagination).toEqual({ page: 1, count: 2 });
      expect(data.map((one: object) => Object.keys(one))).toEqual([
        ['n', 'created_at', 'actor', 'attributes'],
        ['n', 'created_at', 'actor', 'attributes'],
      ]);
      const actor = { kind: 'token', uuid: expect.stringMatching(uuidV7), name: 'test' };
      const now = { source_host: host, active: false, note: 'paused', redirect_type: 'permanent' };
      expect(data).toMatchObject([
        { n: 2, created_at: expect.stringMatching(timestamp), actor, attributes: now },
        { n: 1, actor, attributes: { ...now, active: true, note: '' } },
      ]);
      expect((await done('GET', `${path}/versions?per_page=1&page=2`)).data).toEqual(data.slice(1));
      expectError(await ask('GET', `${path}/versions?page=0`), 400, 'page_invalid');
      expectError(await ask('GET', `/redirects/${unknownUuid}/versions`), 404, 'not_found');
      const stranger = await newAccount(service);
      expectError(await service.api(`${base}${path}/versions`, { token: stranger.token }), 404, 'not_found');
    },
  },
  {
    source: `${page} ("Versions")`,
    statement: 'custom domains, upstreams and rules have versions, too; emptying rules makes one',
    postgres: 'types of columns',
    async check(service) {
      const { done } = await open(service);
      const { uuid: upstream } = await done('POST', '/upstreams', { host: publicAddress });
      const { uuid } = await done('POST', `/upstreams/${upstream}/custom_domains`, { host: newHost() });
      const rules = `/hosts/${newHost()}/rules`;
      expect((await done('GET', `${rules}/versions`)).data).toEqual([]);
      await done('PUT', rules, { rules: [{ then: { block: {} } }] });
      await done('PUT', rules, { rules: [] });
      expect((await done('GET', `${rules}/versions`)).data).toMatchObject([
        { n: 2, attributes: { rules: [] } },
        { n: 1, attributes: { rules: [{ active: true, then: { block: {} } }] } },
      ]);
      expect((await done('GET', `/upstreams/${upstream}/versions`)).data).toMatchObject([
        { n: 1, attributes: { host: publicAddress, port: 443 } },
      ]);
      expect((await done('GET', `/custom_domains/${uuid}/versions`)).data).toMatchObject([
        { n: 1, attributes: { upstream_uuid: upstream, web_analytics: 'inject' } },
      ]);
    },
  },
  {
    source: `${page} ("Restoring")`,
    statement: 'a restore answers as an update does, passes its checks, and makes a version',
    async check(service) {
      const { base, ask, done, newRedirect } = await open(service);
      const { path, host } = await newRedirect();
      await done('PUT', path, { source_host: newHost(), note: 'moved' });
      const restored = await done('POST', `${path}/versions/1/restore`);
      expect(restored).toEqual(await done('GET', path));
      expect(restored).toMatchObject({ source_host: host, note: '' });
      expect((await done('GET', `${path}/versions`)).pagination.count).toBe(3);
      await done('PUT', path, { source_host: newHost() });
      await newRedirect({ source_host: host });
      expectError(await ask('POST', `${path}/versions/1/restore`), 400, 'source_host_taken');
      expectError(await ask('POST', `${path}/versions/9/restore`), 404, 'not_found');
      const reader = await newToken(service);
      const own = `/api/v1/accounts/${service.accountUuid}/redirects/${unknownUuid}/versions/1/restore`;
      expectError(await service.api(own, { method: 'POST', token: reader }), 403, 'forbidden');
      expectError(
        await service.api(`${base}${path}/versions/1/restore`, { method: 'POST', token: reader }),
        404,
        'not_found',
      );
    },
  },
  {
    source: `${page} ("Rules")`,
    statement: 'versions of rules show no passwords, and users have theirs again after a restore',
    async check(service) {
      const { done, ask } = await open(service);
      const host = newHost();
      const rules = `/hosts/${host}/rules`;
      const auth = (users: object[]) => ({ then: { basic_auth: { realm: 'Staff', users } } });
      await done('PUT', rules, { rules: [auth([{ name: 'ann', password: 'correct horse' }])] });
      await done('PUT', rules, { rules: [] });
      const shown = [{ active: true, ...auth([{ name: 'ann' }]) }];
      const { body } = await ask('GET', `${rules}/versions`);
      expect(body.data[1].attributes).toEqual({ rules: shown });
      expect(JSON.stringify(body)).not.toMatch(/password|scrypt|correct/);
      expect(await ask('POST', `${rules}/versions/1/restore`)).toMatchObject({
        status: 200,
        body: { rules: shown, warnings: [] },
      });
      expect((await done('GET', rules)).rules).toEqual(shown);
    },
  },
  {
    source: `${page} ("Secrets")`,
    statement: 'an upstream’s token is in no version; what is created again gets another one',
    async check(service) {
      const { done, ask, lastEvent, undo } = await open(service);
      const { uuid, auth_token } = await done('POST', '/upstreams', { host: publicAddress, port: 8443 });
      await done('PUT', `/upstreams/${uuid}`, { port: 443 });
      const { body } = await ask('GET', `/upstreams/${uuid}/versions`);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${auth_token}|auth_token|tls_client_key`));
      const restored = await done('POST', `/upstreams/${uuid}/versions/1/restore`);
      expect(restored).toMatchObject({ uuid, port: 8443, auth_token });
      await done('DELETE', `/upstreams/${uuid}`);
      expect((await undo(await lastEvent())).status).toBe(200);
      const again = await done('GET', `/upstreams/${uuid}`);
      expect(again).toMatchObject({ uuid, port: 8443, auth_token: expect.stringMatching(/^.{43}$/) });
      expect(again.auth_token).not.toBe(auth_token);
    },
  },
  {
    source: `${page} ("Undo")`,
    statement: 'an undo reverts what a change touched, unless something touched it since',
    codes: ['changed_since'],
    async check(service) {
      const { done, newRedirect, lastEvent, undo } = await open(service);
      const { path, uuid } = await newRedirect();
      await done('PUT', path, { active: false });
      const paused = await lastEvent();
      await done('PUT', path, { note: 'later' });
      const undone = await undo(paused);
      expect(undone).toMatchObject({
        status: 200,
        body: { action: 'updated', resource: 'redirect', resource_uuid: uuid, after: { active: true } },
      });
      expect(await done('GET', path)).toMatchObject({ active: true, note: 'later' });
      expectError(await undo(paused), 409, 'changed_since');
      for (const note of ['there', 'later']) await done('PUT', path, { note });
      const noted = await lastEvent();
      await done('PUT', path, { note: 'on' });
      expectError(await undo(noted), 409, 'changed_since');
      expectError(await undo(unknownUuid), 404, 'not_found');
    },
  },
  {
    source: `${page} ("Undo")`,
    statement:
      'undoing a creation deletes, and undoing a deletion creates with the same uuid or answers host_taken',
    codes: ['host_taken', 'undo_unsupported'],
    async check(service) {
      const { ask, done, newRedirect, lastEvent, undo } = await open(service);
      const { path, uuid, host } = await newRedirect({ note: 'kept' });
      const created = await lastEvent();
      expect(await undo(created)).toMatchObject({ status: 200, body: { action: 'deleted' } });
      expectError(await ask('GET', path), 404, 'not_found');
      const deleted = await lastEvent();
      const other = await newRedirect({ source_host: host });
      expectError(await undo(deleted), 400, 'host_taken');
      await done('DELETE', other.path);
      expect(await undo(deleted)).toMatchObject({ status: 200, body: { action: 'created' } });
      expect(await done('GET', path)).toMatchObject({ uuid, source_host: host, note: 'kept' });
      await done('POST', '/access_tokens', { name: 'x', scope: 'read' });
      expectError(await undo(await lastEvent()), 400, 'undo_unsupported');
    },
  },
  {
    source: `${page} ("What is kept")`,
    statement: 'the last 50 versions are kept, the present one included, and numbers go on',
    async check(service) {
      const { ask, done, newRedirect } = await open(service);
      const { path } = await newRedirect();
      for (let change = 0; change < 51; change++) await done('PUT', path, { note: String(change) });
      const { data, pagination } = await done('GET', `${path}/versions?per_page=100`);
      expect(pagination.count).toBe(50);
      expect([data[0].n, data.at(-1).n]).toEqual([52, 3]);
      expectError(await ask('POST', `${path}/versions/2/restore`), 404, 'not_found');
    },
  },
];
