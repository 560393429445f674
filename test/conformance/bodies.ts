/** Ids, times and bodies. */
import { expect } from 'vitest';
import {
  createRedirect,
  expectError,
  newHost,
  postRedirect,
  putRedirect,
  type Row,
  timestamp,
  updateRedirect,
  uuidV7,
} from './row.ts';

const source = 'docs/reference/api.md ("Bodies")';

/** All that a redirect can be given, none of it the default. */
function attributes(host = newHost()) {
  return {
    source_host: host,
    match_path: '/old*',
    destination_url: 'https://dest.example/ü?a=b&c=%20+d',
    redirect_type: 'found',
    preserve_path: false,
    preserve_query_string: false,
    active: false,
  };
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function asMultipart(values: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, String(value));
  return form;
}

export const bodyRows: readonly Row[] = [
  {
    source: 'docs/reference/api.md ("Ids and times")',
    statement: 'ids are UUIDs of version 7 in lower case, later ones sort after earlier ones',
    async check(service) {
      const [first, second] = [await createRedirect(service), await createRedirect(service)];
      for (const id of [first.uuid, second.uuid, first.account_uuid]) expect(id).toMatch(uuidV7);
      expect(first.uuid < second.uuid).toBe(true);
    },
  },
  {
    source: 'docs/reference/api.md ("Ids and times")',
    statement: 'a path id that is not a UUID is not found',
    codes: ['not_found'],
    async check(service) {
      for (const id of ['1', 'x', '%20', 'a'.repeat(300), '01890000000070008000000000000000', 'null']) {
        expectError(await service.api(`${service.redirects}/${id}`), 404, 'not_found');
        expectError(await service.api(`/api/v1/accounts/${id}/redirects`), 404, 'not_found');
      }
    },
  },
  {
    source: 'docs/reference/api.md ("Ids and times")',
    statement: 'times are YYYY-MM-DDThh:mm:ss.mmm+00:00 in every resource',
    postgres: 'types of columns',
    async check(service) {
      const redirect = await createRedirect(service);
      const [account] = (await service.api('/api/v1/accounts')).body;
      const me = (await service.api('/api/v1/me')).body;
      for (const resource of [redirect, account, me.account]) {
        expect(resource.created_at).toMatch(timestamp);
        expect(resource.updated_at).toMatch(timestamp);
      }
      expect(me.token.created_at).toMatch(timestamp);
      expect(me.token.last_used_at).toMatch(timestamp);
    },
  },
  {
    source,
    statement: 'form, multipart and JSON bodies mean the same',
    async check(service) {
      const given = [attributes(), attributes(), attributes()] as const;
      const answers = [
        await service.api(service.redirects, { json: given[0] }),
        await service.api(service.redirects, { form: asTexts(given[1]) }),
        await service.api(service.redirects, { body: asMultipart(given[2]) }),
      ];
      for (const [index, { status, body }] of answers.entries()) {
        expect(status).toBe(201);
        expect(body).toMatchObject(given[index] ?? {});
      }
      const change = { match_path: '/new*', active: true };
      for (const [index, request] of [
        { json: change },
        { form: asTexts(change) },
        { body: asMultipart(change) },
      ].entries()) {
        const path = `${service.redirects}/${answers[index]?.body.uuid}`;
        const { status, body } = await service.api(path, { method: 'PUT', ...request });
        expect(status).toBe(200);
        expect(body).toEqual({ ...answers[index]?.body, ...change, updated_at: body.updated_at });
      }
    },
  },
  {
    source,
    statement: 'form booleans are true, false, 1 and 0, and nothing else',
    codes: ['preserve_path_invalid', 'preserve_query_string_invalid', 'active_invalid'],
    async check(service) {
      const redirect = await createRedirect(service);
      const path = `${service.redirects}/${redirect.uuid}`;
      for (const name of ['preserve_path', 'preserve_query_string', 'active'] as const) {
        for (const [text, value] of [
          ['0', false],
          ['1', true],
          ['false', false],
          ['true', true],
        ] as const) {
          const form = await service.api(path, { method: 'PUT', form: { [name]: text } });
          expect(form.body).toMatchObject({ [name]: value });
          const body = asMultipart({ [name]: text });
          const multipart = await service.api(path, { method: 'PUT', body });
          expect(multipart.body).toMatchObject({ [name]: value });
        }
        for (const text of ['', 'TRUE', 'yes', 'on', '2', ' true']) {
          const answer = await service.api(path, { method: 'PUT', form: { [name]: text } });
          expectError(answer, 400, `${name}_invalid`, name, JSON.stringify(text), 'true or false');
        }
      }
    },
  },
  {
    source,
    statement: 'JSON booleans are true and false, not texts or numbers',
    codes: ['preserve_path_invalid', 'preserve_query_string_invalid', 'active_invalid'],
    async check(service) {
      const redirect = await createRedirect(service);
      for (const name of ['preserve_path', 'preserve_query_string', 'active'] as const) {
        for (const value of ['true', '1', 1, 0, null, [], {}]) {
          const answer = await putRedirect(service, redirect, { [name]: value });
          expectError(answer, 400, `${name}_invalid`, name);
        }
      }
    },
  },
  {
    source,
    statement: 'JSON texts are strings, not numbers, null, arrays or objects',
    codes: ['source_host_invalid', 'match_path_invalid', 'destination_url_invalid', 'redirect_type_invalid'],
    async check(service) {
      const redirect = await createRedirect(service);
      for (const name of ['source_host', 'match_path', 'destination_url', 'redirect_type'] as const) {
        for (const value of [1, true, null, ['a.example'], { a: 1 }]) {
          const answer = await putRedirect(service, redirect, { [name]: value });
          expectError(answer, 400, `${name}_invalid`, name, 'not a string');
        }
      }
    },
  },
  {
    source,
    statement: 'read-only attributes are ignored, so that a fetched redirect can be sent back',
    async check(service) {
      const redirect = await createRedirect(service);
      const fetched = (await service.api(`${service.redirects}/${redirect.uuid}`)).body;
      const same = await updateRedirect(service, redirect, fetched);
      expect(same).toEqual({ ...redirect, updated_at: same.updated_at });
      const readOnly = { uuid: 'x', created_at: 1, updated_at: null, account_uuid: ['y'] };
      const still = await updateRedirect(service, redirect, { ...readOnly, active: false });
      expect(still).toEqual({ ...redirect, active: false, updated_at: still.updated_at });
      const copy = await createRedirect(service, { ...fetched, source_host: newHost() });
      expect(copy.uuid).not.toBe(redirect.uuid);
      expect(copy.created_at >= redirect.created_at).toBe(true);
    },
  },
  {
    source,
    statement: 'an attribute that does not exist is 400 parameter_unknown, naming it',
    codes: ['parameter_unknown'],
    async check(service) {
      const redirect = await createRedirect(service);
      for (const name of ['sourceHost', 'Active', 'id', '__proto__', 'constructor', 'a[b]', 'ü', '']) {
        const json = JSON.stringify({ active: false }).replace('{', `{${JSON.stringify(name)}:1,`);
        const headers = { 'content-type': 'application/json' };
        const path = `${service.redirects}/${redirect.uuid}`;
        const put = await service.api(path, { method: 'PUT', headers, body: json });
        expectError(put, 400, 'parameter_unknown', JSON.stringify(name));
        const form = await service.api(path, { method: 'PUT', form: { [name]: '1' } });
        if (name !== '__proto__') expectError(form, 400, 'parameter_unknown', JSON.stringify(name));
      }
      expectError(await postRedirect(service, { nope: 1 }), 400, 'parameter_unknown', '"nope"');
      expect((await service.api(`${service.redirects}/${redirect.uuid}`)).body).toEqual(redirect);
    },
  },
  {
    source,
    statement: 'a name that stands twice in a body is refused rather than guessed',
    codes: ['match_path_invalid', 'body_invalid'],
    async check(service) {
      const redirect = await createRedirect(service);
      const path = `${service.redirects}/${redirect.uuid}`;
      const multipart = new FormData();
      multipart.append('match_path', '/a');
      multipart.append('match_path', '/b');
      for (const request of [{ form: 'match_path=/a&match_path=/b' }, { body: multipart }]) {
        const answer = await service.api(path, { method: 'PUT', ...request });
        expectError(answer, 400, 'match_path_invalid', 'match_path', 'more than once');
      }
      for (const body of [
        '{"match_path":"/a","match_path":"/b"}',
        '{"match_path":"/a","note":{"x":1,"x":2}}',
      ]) {
        const json = { headers: { 'content-type': 'application/json' }, body };
        const answer = await service.api(path, { method: 'PUT', ...json });
        expectError(answer, 400, 'body_invalid', 'more than once in one object');
      }
    },
  },
  {
    source,
    statement: 'a body of 1 MiB is read, one byte more is 413 payload_too_large',
    codes: ['payload_too_large', 'parameter_unknown'],
    async check(service) {
      const limit = 1024 * 1024;
      const full = await service.api(service.redirects, { form: 'x='.padEnd(limit, 'a') });
      expectError(full, 400, 'parameter_unknown', '"x"');
      const more = await service.api(service.redirects, { form: 'x='.padEnd(limit + 1, 'a') });
      expectError(more, 413, 'payload_too_large', String(limit));
    },
  },
  {
    source: 'docs/reference/api.md ("Answers")',
    statement: 'create answers 201 with the Location of the redirect; everything else that succeeds is 200',
    async check(service) {
      const created = await postRedirect(service);
      const path = `${service.redirects}/${created.body.uuid}`;
      expect(created.status).toBe(201);
      expect(created.headers.get('location')).toBe(path);
      for (const request of [{ path }, { path, method: 'PUT' }, { path, method: 'DELETE' }]) {
        const answer = await service.api(request.path, request);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('location')).toBeNull();
      }
    },
  },
];
