/** The shape of errors, and those of redirects. */
import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { createRedirect, expectError, postRedirect, putRedirect, type Row, unknownUuid } from './row.ts';

const source = 'docs/reference/errors.md ("Errors")';

export const errorRows: readonly Row[] = [
  {
    source: 'docs/reference/api.md ("Errors")',
    statement: 'an error is a JSON object with two string fields, error and error_code',
    codes: ['source_host_invalid'],
    async check(service) {
      const answer = await postRedirect(service, { source_host: '-' });
      expectError(answer, 400, 'source_host_invalid', 'source_host', '"-"');
      expect(Object.values(answer.body).map((value) => typeof value)).toEqual(['string', 'string']);
    },
  },
  ...(
    [
      ['source_host_invalid', 'source_host', 'no host'],
      ['match_path_invalid', 'match_path', '/a.html'],
    ] as const satisfies readonly (readonly [ApiErrorCode, string, string])[]
  ).map(
    ([code, name, value]): Row => ({
      source,
      statement: `400 ${code} on create and on update, and nothing is changed`,
      codes: [code],
      async check(service) {
        expectError(await postRedirect(service, { [name]: value }), 400, code, name, JSON.stringify(value));
        const redirect = await createRedirect(service);
        const refused = await putRedirect(service, redirect, { active: false, [name]: value });
        expectError(refused, 400, code, name, JSON.stringify(value));
        expect((await service.api(`${service.redirects}/${redirect.uuid}`)).body).toEqual(redirect);
      },
    }),
  ),
  {
    source,
    statement: '400 match_path_invalid for every character that is not allowed',
    codes: ['match_path_invalid'],
    async check(service) {
      const values = [
        '',
        '**',
        '*a',
        '/a*b',
        '/a.b',
        '/a b',
        '/a?b',
        '/a%20',
        '/ä',
        '/a#',
        '/a\n',
        '/a+',
        '/~a',
        '/a**',
      ];
      for (const value of values) {
        const answer = await postRedirect(service, { match_path: value });
        expectError(answer, 400, 'match_path_invalid', 'match_path', JSON.stringify(value));
      }
    },
  },
  {
    source,
    statement: '400 source_host_taken on create and on update, and nothing is changed',
    codes: ['source_host_taken'],
    async check(service) {
      const [taken, other] = [await createRedirect(service), await createRedirect(service)];
      const attributes = { source_host: taken.source_host };
      expectError(await postRedirect(service, attributes), 400, 'source_host_taken', taken.source_host);
      const refused = await putRedirect(service, other, { ...attributes, active: false });
      expectError(refused, 400, 'source_host_taken', taken.source_host);
      expect((await service.api(`${service.redirects}/${other.uuid}`)).body).toEqual(other);
    },
  },
  {
    source,
    statement: '404 not_found for an unknown redirect, naming its uuid',
    codes: ['not_found'],
    async check(service) {
      const path = `${service.redirects}/${unknownUuid}`;
      expectError(await service.api(path), 404, 'not_found', 'redirect', unknownUuid);
      const put = await service.api(path, { method: 'PUT', json: { active: false } });
      expectError(put, 404, 'not_found', 'redirect', unknownUuid);
      expectError(await service.api(path, { method: 'DELETE' }), 404, 'not_found', 'redirect', unknownUuid);
    },
  },
];
