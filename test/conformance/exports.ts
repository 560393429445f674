/** Exports, as docs/reference/exports.md promises them. */
import { expect } from 'vitest';
import { formatDay } from '../../src/core/date-range.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { feedRequests, newDomain } from './analytics-resources.ts';
import { expectError, newAccount, type Row, unknownUuid } from './row.ts';

const page = 'docs/reference/exports.md';
const on = (heading: string): string => `${page} ("${heading}")`;
const today = (): string => formatDay(Math.floor(Date.now() / 86_400_000));
const credentials = { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'very-secret' };

/** An account with a custom domain. */
async function newOwner(service: ServiceClient) {
  const domain = await newDomain(service);
  const { token, upstreams } = domain.owner;
  const account = upstreams.replace(/\/upstreams$/, '');
  const ask = (path: string, request: Parameters<ServiceClient['api']>[1] = {}) =>
    service.api(`${account}/${path}`, { token, ...request });
  const make = (json: object) =>
    ask('exports', { json: { what: 'requests', format: 'csv', from: today(), to: today(), ...json } });
  /** Answers it once it has ended. */
  const ended = async (uuid: string) => {
    await expect.poll(async () => (await ask(`exports/${uuid}`)).body.finished_at).not.toBeNull();
    return (await ask(`exports/${uuid}`)).body;
  };
  return { domain, account, token, ask, make, ended };
}

export const exportRows: readonly Row[] = [
  {
    source: on('Exports'),
    statement: 'an export waits, runs, is listed and deleted, and what is wrong with it is named',
    codes: [
      'what_invalid',
      'from_invalid',
      'to_invalid',
      'format_invalid',
      'custom_domain_uuid_invalid',
      'destination_uuid_invalid',
      'date_range_invalid',
    ],
    postgres: 'columns whose names are words of SQL, and leases',
    async check(service) {
      const { ask, make, ended } = await newOwner(service);
      const created = await make({});
      expect(created).toMatchObject({
        status: 201,
        body: {
          what: 'requests',
          custom_domain_uuid: null,
          from: today(),
          to: today(),
          format: 'csv',
          destination_uuid: null,
          schedule_uuid: null,
          progress: { rows: expect.any(Number), bytes: expect.any(Number), days: 1 },
          error: null,
        },
      });
      const { uuid } = created.body;
      expect(created.headers.get('location')).toMatch(new RegExp(`/exports/${uuid}$`));
      const done = await ended(uuid);
      expect(done).toMatchObject({ state: 'done', progress: { days_done: 1, days: 1 } });
      expect((await ask('exports')).body).toEqual({ data: [done], pagination: { page: 1, count: 1 } });
      const stranger = await newOwner(service);
      const { uuid: strangers } = stranger.domain;
      for (const [json, code] of [
        [{ what: 'clicks' }, 'what_invalid'],
        [{ custom_domain_uuid: strangers }, 'custom_domain_uuid_invalid'],
        [{ from: '2026-02-30' }, 'from_invalid'],
        [{ to: 'today' }, 'to_invalid'],
        [{ format: 'xlsx' }, 'format_invalid'],
        [{ destination_uuid: unknownUuid }, 'destination_uuid_invalid'],
        [{ from: '2026-11-02', to: '2026-11-01' }, 'date_range_invalid'],
        [{ from: '2010-01-01', to: '2026-11-01' }, 'date_range_invalid'],
      ] as const)
        expectError(await make(json), 400, code);
      expectError(await stranger.ask(`exports/${uuid}`), 404, 'not_found');
      const deleted = await ask(`exports/${uuid}`, { method: 'DELETE' });
      expect(deleted.body.message).toContain(uuid);
      expectError(await ask(`exports/${uuid}`), 404, 'not_found');
    },
  },
  {
    source: on('Files'),
    statement: 'a file has each request of its days once, for the account alone, until it is deleted',
    async check(service) {
      const { domain, account, ask, make, ended } = await newOwner(service);
      const one = { at: new Date().toISOString(), host: domain.host };
      await feedRequests(service, domain, [one, { ...one, path: '/a' }, { ...one, status: 404 }]);
      const { uuid } = (await make({ custom_domain_uuid: domain.uuid, format: 'jsonl' })).body;
      expect(await ended(uuid)).toMatchObject({ progress: { rows: 3 } });
      const file = await ask(`exports/${uuid}/file`);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe('application/x-ndjson');
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="requests-${today()}-${today()}.jsonl"`,
      );
      const rows = String(file.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows).toHaveLength(3);
      const listed = await service.api(`${account}/hosts/${domain.host}/requests`, {
        token: domain.owner.token,
      });
      for (const { client, ...request } of listed.body.data) {
        const exported = rows.find(({ id }) => id === request.id);
        expect(exported).toMatchObject({ ...request, client });
        expect(exported.custom_domain_uuid).toBe(domain.uuid);
      }
      const { token } = await newAccount(service);
      expectError(await service.api(`${account}/exports/${uuid}/file`, { token }), 404, 'not_found');
      await ask(`exports/${uuid}`, { method: 'DELETE' });
      expectError(await ask(`exports/${uuid}/file`), 404, 'not_found');
    },
  },
  {
    source: on('Destinations'),
    statement: 'a destination takes credentials and shows none; where it may be is checked',
    codes: ['bucket_invalid', 'prefix_invalid', 'region_invalid', 'endpoint_invalid', 'credentials_invalid'],
    postgres: 'sealed columns',
    async check(service) {
      const { ask } = await newOwner(service);
      const post = (json: object) => ask('export_destinations', { json });
      const created = await post({ bucket: 'acme', prefix: 'np/', credentials });
      const { uuid } = created.body;
      expect(created).toMatchObject({
        status: 201,
        body: { bucket: 'acme', prefix: 'np/', region: 'us-east-1', endpoint: null },
      });
      const updated = await ask(`export_destinations/${uuid}`, {
        method: 'PUT',
        json: { region: 'eu-central-1' },
      });
      expect(updated.body).toMatchObject({ bucket: 'acme', region: 'eu-central-1' });
      const sealed = await ask(`export_destinations/${uuid}`, { method: 'PUT', json: { credentials } });
      expect(sealed.status).toBe(200);
      for (const { body } of [
        created,
        updated,
        sealed,
        await ask('export_destinations'),
        await ask('audit_events'),
      ])
        expect(JSON.stringify(body)).not.toMatch(/very-secret|AKIAEXAMPLE|"credentials":"(?!\[secret\])/);
      for (const [json, code] of [
        [{ credentials }, 'bucket_invalid'],
        [{ bucket: 'A_b', credentials }, 'bucket_invalid'],
        [{ bucket: 'acme', prefix: '/x', credentials }, 'prefix_invalid'],
        [{ bucket: 'acme', region: 'x.example.com/', credentials }, 'region_invalid'],
        [{ bucket: 'acme', endpoint: 'https://s3.example.net/path', credentials }, 'endpoint_invalid'],
        [{ bucket: 'acme', endpoint: 'https://10.0.0.1', credentials }, 'endpoint_invalid'],
        [{ bucket: 'acme', endpoint: 'http://169.254.169.254', credentials }, 'endpoint_invalid'],
        [{ bucket: 'acme' }, 'credentials_invalid'],
        [{ bucket: 'acme', credentials: { access_key_id: 'very-secret' } }, 'credentials_invalid'],
      ] as const) {
        const refused = await post(json);
        expectError(refused, 400, code);
        expect(JSON.stringify(refused.body)).not.toContain('very-secret');
      }
      expect((await ask(`export_destinations/${uuid}`, { method: 'DELETE' })).status).toBe(200);
      expectError(await ask(`export_destinations/${uuid}`), 404, 'not_found');
    },
  },
  {
    source: on('Schedules'),
    statement: 'a schedule needs a destination, which stays while it exports there',
    codes: ['destination_uuid_invalid', 'destination_in_use'],
    postgres: 'what refers to what',
    async check(service) {
      const { domain, ask } = await newOwner(service);
      const { uuid: destination_uuid } = (
        await ask('export_destinations', { json: { bucket: 'acme', credentials } })
      ).body;
      const json = { what: 'visits', format: 'parquet', custom_domain_uuid: domain.uuid };
      expectError(await ask('export_schedules', { json }), 400, 'destination_uuid_invalid');
      const created = await ask('export_schedules', { json: { ...json, destination_uuid } });
      const { uuid } = created.body;
      expect(created).toMatchObject({ status: 201, body: { ...json, destination_uuid, late_rows: 0 } });
      expect(Object.keys(created.body)).toEqual([
        'uuid',
        'what',
        'custom_domain_uuid',
        'format',
        'destination_uuid',
        'late_rows',
        'created_at',
      ]);
      expect((await ask('export_schedules')).body.data).toEqual([created.body]);
      const remove = (path: string) => ask(path, { method: 'DELETE' });
      expectError(await remove(`export_destinations/${destination_uuid}`), 400, 'destination_in_use');
      expect((await remove(`export_schedules/${uuid}`)).status).toBe(200);
      expect((await remove(`export_destinations/${destination_uuid}`)).status).toBe(200);
    },
  },
];
