/** Redirects that are created many at once. */
import { expect } from 'vitest';
import {
  accountWithRedirects,
  expectError,
  newHost,
  newToken,
  type Row,
  redirectFields,
  type WireRedirect,
} from './row.ts';

const source = 'docs/reference/redirects.md ("Many at once")';
const destination_url = 'https://www.example.com';

export const redirectBatchRows: readonly Row[] = [
  {
    source,
    statement: '1,000 redirects are created at once, answered in the order of the list, and served by then',
    postgres: 'a transaction of many rows, with as many parameters',
    async check(service) {
      const { redirects: path, token } = await accountWithRedirects(service, 0);
      const base = newHost();
      const redirects = Array.from({ length: 1_000 }, (_, index) => ({
        source_host: `r${999 - index}.${base}`,
        destination_url,
        redirect_type: index === 7 ? 'found' : 'permanent',
      }));
      const made = await service.api(`${path}/batch`, { token, json: { redirects } });
      expect(made.status).toBe(201);
      expect(Object.keys(made.body)).toEqual(['data']);
      for (const [index, redirect] of made.body.data.entries()) {
        expect(redirect).toMatchObject(redirects[index] ?? {});
        expect(Object.keys(redirect)).toEqual(redirectFields);
      }
      const listed = await service.api(`${path}?per_page=1000&sort=source_host`, { token });
      expect(listed.body.pagination.count).toBe(1_000);
      const served = await service.edge(`r992.${base}`);
      expect([served.status, served.headers.location]).toEqual([302, `${destination_url}/`]);
    },
  },
  {
    source,
    statement: 'when some of a list are wrong, none is created and each is named with its place',
    postgres: 'a transaction of many rows, with as many parameters',
    codes: ['redirects_invalid'],
    async check(service) {
      const { redirects: path, token, hosts } = await accountWithRedirects(service, 1);
      const theirs = await accountWithRedirects(service, 1);
      const host = newHost();
      const answer = await service.api(`${path}/batch`, {
        token,
        json: {
          redirects: [
            { source_host: host, destination_url },
            { source_host: 'x', destination_url },
            { source_host: `${host.toUpperCase()}.`, destination_url },
            { source_host: hosts[0], destination_url },
            { source_host: theirs.hosts[0], destination_url },
            { source_host: newHost(), destination_url: 'ftp://x' },
            'go.example.com',
            { source_host: newHost(), destination_url, to: 'x' },
          ],
        },
      });
      expectError(answer, 400, 'redirects_invalid', "none was created, because 7 of 8 redirects can't be:");
      expect(answer.body.error.split('\n').map((line: string) => line.split(':')[0])).toEqual([
        "none was created, because 7 of 8 redirects can't be",
        'redirects[1] source_host_invalid',
        'redirects[2] source_host_taken',
        'redirects[3] source_host_taken',
        'redirects[4] source_host_taken',
        'redirects[5] destination_url_invalid',
        'redirects[6] body_invalid',
        'redirects[7] parameter_unknown',
      ]);
      expect(answer.body.error).toContain(`"${host}" is already used by an earlier one`);
      const { body } = await service.api(path, { token });
      expect(body.data.map((one: WireRedirect) => one.source_host)).toEqual(hosts);
      // The host isn't claimed.
      const json = { source_host: host, destination_url };
      expect((await service.api(theirs.redirects, { token: theirs.token, json })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a dry run answers 200 with what would be created, or the error, and changes nothing',
    postgres: 'a transaction that is undone',
    codes: ['dry_run_invalid'],
    async check(service) {
      const { redirects: path, token } = await accountWithRedirects(service, 0);
      const host = newHost();
      const json = { redirects: [{ source_host: host, destination_url }], dry_run: true };
      const rehearsed = await service.api(`${path}/batch`, { token, json });
      expect(rehearsed.status).toBe(200);
      expect(rehearsed.body.data).toMatchObject([{ source_host: host, destination_url }]);
      expect((await service.api(path, { token })).body.pagination.count).toBe(0);
      const uuid: string = rehearsed.body.data[0].uuid;
      expectError(await service.api(`${path}/${uuid}`, { token }), 404, 'not_found', uuid);
      const twice = { ...json, redirects: [...json.redirects, ...json.redirects] };
      expectError(await service.api(`${path}/batch`, { token, json: twice }), 400, 'redirects_invalid');
      const unsure = { ...json, dry_run: 'perhaps' };
      expectError(await service.api(`${path}/batch`, { token, json: unsure }), 400, 'dry_run_invalid');
      const form = { redirects: JSON.stringify(json.redirects), dry_run: '0' };
      expect((await service.api(`${path}/batch`, { token, form })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a list is 1 to 1,000 redirects, sent with write scope',
    codes: ['redirects_invalid', 'parameter_unknown', 'forbidden'],
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 0);
      const path = `${redirects}/batch`;
      const tooMany = Array.from({ length: 1_001 }, () => ({}));
      for (const list of [[], tooMany, {}, 'x', null, 7]) {
        const refused = await service.api(path, { token, json: { redirects: list } });
        expectError(refused, 400, 'redirects_invalid', 'redirects', '1 to 1000');
      }
      expectError(await service.api(path, { token, json: {} }), 400, 'redirects_invalid', 'missing');
      const unknown = await service.api(path, { token, json: { redirects: [], host: 'x' } });
      expectError(unknown, 400, 'parameter_unknown', 'host');
      const reader = await newToken(service, { scope: 'read' });
      const own = `/api/v1/accounts/${service.accountUuid}/redirects/batch`;
      const json = { redirects: [{ source_host: newHost(), destination_url }] };
      expectError(await service.api(own, { token: reader, json }), 403, 'forbidden', 'write');
    },
  },
];
