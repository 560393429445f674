/** The attributes of a redirect. */
import { expect } from 'vitest';
import {
  createRedirect,
  expectError,
  newHost,
  postRedirect,
  type Row,
  redirectFields,
  timestamp,
  uuidV7,
} from './row.ts';

const source = 'docs/reference/redirects.md ("Attributes")';

export const redirectRows: readonly Row[] = [
  {
    source,
    statement: 'a redirect has exactly the fields of the table, each of its type',
    postgres: 'types of columns',
    async check(service) {
      const redirect = await createRedirect(service);
      expect(Object.keys(redirect)).toEqual(redirectFields);
      expect(Object.values(redirect).map((value) => typeof value)).toEqual([
        'string',
        'string',
        'string',
        'string',
        'string',
        'boolean',
        'boolean',
        'boolean',
        'string',
        'string',
        'string',
        'string',
        'object',
        'object',
        'object',
      ]);
    },
  },
  {
    source,
    statement: 'uuid identifies one redirect and is assigned by the service',
    async check(service) {
      const wished = '01890000-0000-7000-8000-00000000abcd';
      const [one, other] = [
        await createRedirect(service, { uuid: wished }),
        await createRedirect(service, { uuid: wished }),
      ];
      expect(one.uuid).toMatch(uuidV7);
      expect(new Set([one.uuid, other.uuid, wished]).size).toBe(3);
    },
  },
  {
    source,
    statement: 'source_host is the host on which requests arrive',
    async check(service) {
      const host = newHost();
      expect(await createRedirect(service, { source_host: host })).toMatchObject({ source_host: host });
      expect(await service.edge(host)).toMatchObject({ status: 301, location: 'https://dest.example/' });
    },
  },
  {
    source,
    statement: 'source_host is required on create',
    codes: ['source_host_invalid'],
    async check(service) {
      const json = { destination_url: 'https://dest.example' };
      const answer = await service.api(service.redirects, { json });
      expectError(answer, 400, 'source_host_invalid', 'source_host is missing');
    },
  },
  {
    source,
    statement: 'source_host must be a valid hostname',
    codes: ['source_host_invalid'],
    async check(service) {
      const answer = await postRedirect(service, { source_host: 'not a host' });
      expectError(answer, 400, 'source_host_invalid', 'source_host', '"not a host"');
    },
  },
  {
    source,
    statement: 'source_host must not be taken',
    postgres: 'a unique constraint',
    codes: ['source_host_taken'],
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      const answer = await postRedirect(service, { source_host: host });
      expectError(answer, 400, 'source_host_taken', 'source_host', `"${host}"`);
    },
  },
  {
    source,
    statement: 'match_path defaults to "*", which matches all paths',
    async check(service) {
      const redirect = await createRedirect(service);
      expect(redirect.match_path).toBe('*');
      for (const path of ['/', '/a', '/a/b.html', '/a%20b/', '//']) {
        const answer = await service.edge(redirect.source_host, path);
        expect(answer).toMatchObject({ status: 301, location: `https://dest.example${path}` });
      }
    },
  },
  {
    source,
    statement: 'match_path takes letters, numbers, dashes, underscores, slashes and one trailing asterisk',
    async check(service) {
      for (const pattern of ['*', '/', '/Az09-_/x', 'Az09-_/x', '/docs*', '/docs/*', 'docs*']) {
        expect((await createRedirect(service, { match_path: pattern })).match_path).toBe(pattern);
      }
    },
  },
  {
    source,
    statement: 'match_path with a trailing asterisk matches by prefix',
    async check(service) {
      const { source_host: host } = await createRedirect(service, { match_path: '/docs*' });
      expect(await service.edge(host, '/docs/a')).toMatchObject({ status: 301 });
      expect(await service.edge(host, '/doc')).toMatchObject({ status: 404 });
    },
  },
  {
    source,
    statement: 'destination_url is required on create',
    codes: ['destination_url_invalid'],
    async check(service) {
      const answer = await service.api(service.redirects, { json: { source_host: newHost() } });
      expectError(answer, 400, 'destination_url_invalid', 'destination_url is missing');
    },
  },
  {
    source,
    statement: 'destination_url must be a valid URL',
    codes: ['destination_url_invalid'],
    async check(service) {
      const answer = await postRedirect(service, { destination_url: 'no url' });
      expectError(answer, 400, 'destination_url_invalid', 'destination_url', '"no url"');
    },
  },
  {
    source,
    statement: 'redirect_type defaults to permanent, which answers 301',
    async check(service) {
      const redirect = await createRedirect(service);
      expect(redirect.redirect_type).toBe('permanent');
      expect((await service.edge(redirect.source_host)).status).toBe(301);
    },
  },
  {
    source,
    statement: 'redirect_type found answers 302',
    async check(service) {
      const redirect = await createRedirect(service, { redirect_type: 'found' });
      expect(redirect.redirect_type).toBe('found');
      expect((await service.edge(redirect.source_host)).status).toBe(302);
    },
  },
  {
    source,
    statement: 'redirect_type allows nothing but permanent and found',
    codes: ['redirect_type_invalid'],
    async check(service) {
      for (const value of ['temporary', 'Permanent', '', '301', ' found']) {
        const answer = await postRedirect(service, { redirect_type: value });
        expectError(answer, 400, 'redirect_type_invalid', 'redirect_type', JSON.stringify(value));
      }
    },
  },
  {
    source,
    statement: 'preserve_path defaults to true, which appends the request path',
    async check(service) {
      const redirect = await createRedirect(service, { destination_url: 'https://dest.example/base' });
      expect(redirect.preserve_path).toBe(true);
      expect((await service.edge(redirect.source_host, '/a/b')).location).toBe(
        'https://dest.example/base/a/b',
      );
    },
  },
  {
    source,
    statement: 'preserve_path false leaves the request path out',
    async check(service) {
      const attributes = { preserve_path: false, destination_url: 'https://dest.example/base' };
      const redirect = await createRedirect(service, attributes);
      expect(redirect.preserve_path).toBe(false);
      expect((await service.edge(redirect.source_host, '/a/b')).location).toBe('https://dest.example/base');
    },
  },
  {
    source,
    statement: 'preserve_query_string defaults to true, which appends the query parameters',
    async check(service) {
      const redirect = await createRedirect(service);
      expect(redirect.preserve_query_string).toBe(true);
      expect((await service.edge(redirect.source_host, '/?a=1&b=2')).location).toBe(
        'https://dest.example/?a=1&b=2',
      );
    },
  },
  {
    source,
    statement: 'preserve_query_string false leaves the query parameters out',
    async check(service) {
      const redirect = await createRedirect(service, { preserve_query_string: false });
      expect(redirect.preserve_query_string).toBe(false);
      expect((await service.edge(redirect.source_host, '/x?a=1')).location).toBe('https://dest.example/x');
    },
  },
  {
    source,
    statement: 'active defaults to true',
    async check(service) {
      expect((await createRedirect(service)).active).toBe(true);
    },
  },
  {
    source,
    statement: 'active false redirects no traffic',
    async check(service) {
      const redirect = await createRedirect(service, { active: false });
      expect(redirect.active).toBe(false);
      expect(await service.edge(redirect.source_host)).toMatchObject({ status: 404, location: undefined });
    },
  },
  {
    source,
    statement: 'created_at and updated_at are the time of creation, ISO 8601 with fraction and UTC offset',
    async check(service) {
      const before = Date.now();
      const redirect = await createRedirect(service);
      expect(redirect.created_at).toMatch(timestamp);
      expect(redirect.updated_at).toBe(redirect.created_at);
      expect(Date.parse(redirect.created_at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(redirect.created_at)).toBeLessThanOrEqual(Date.now());
    },
  },
  {
    source,
    statement: 'account_uuid names the owning account',
    async check(service) {
      expect((await createRedirect(service)).account_uuid).toBe(service.accountUuid);
    },
  },
  {
    source,
    statement: 'note is empty by default, and kept, changed and emptied as text on one line',
    async check(service) {
      const { uuid, note, source_host } = await createRedirect(service);
      expect(note).toBe('');
      const path = `${service.redirects}/${uuid}`;
      const noteAfter = async (json: object) => (await service.api(path, { method: 'PUT', json })).body.note;
      expect(await noteAfter({ note: '  Flyer, spring 2026 – Bücher  ' })).toBe(
        'Flyer, spring 2026 – Bücher',
      );
      expect(await noteAfter({ active: false })).toBe('Flyer, spring 2026 – Bücher');
      expect(await noteAfter({ note: 'x'.repeat(500) })).toBe('x'.repeat(500));
      expect(await noteAfter({ note: ' ' })).toBe('');
      const answer = await service.edge(source_host);
      expect(JSON.stringify([answer.headers, answer.body])).not.toContain('Flyer');
    },
  },
  {
    source,
    statement: 'a note that is too long, has a line break or is no text is refused',
    codes: ['note_invalid'],
    async check(service) {
      const allowed = 'allowed: at most 500 characters on one line';
      for (const note of ['x'.repeat(501), 'two\nlines', 'a\u0000b', 7, null])
        expectError(await postRedirect(service, { note }), 400, 'note_invalid', 'note', allowed);
      // It is checked last.
      const answer = await postRedirect(service, { note: 7, active: 7 });
      expectError(answer, 400, 'active_invalid', 'active 7');
    },
  },
];
