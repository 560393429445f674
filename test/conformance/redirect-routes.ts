/** The routes of redirects. */
import { expect } from 'vitest';
import {
  accountWithRedirects,
  createRedirect,
  expectError,
  newHost,
  type Row,
  redirectFields,
  timestamp,
  updateRedirect,
} from './row.ts';

const source = 'docs/reference/redirects.md ("Routes")';

export const endpointRows: readonly Row[] = [
  {
    source: 'docs/reference/redirects.md ("Circles")',
    statement:
      'a redirect that leads in a circle is saved with a warning, in no other answer, answers 508, and the answer can be sent back',
    async check(service) {
      const there = await createRedirect(service, { destination_url: 'https://dest.example' });
      const json = { source_host: newHost(), destination_url: `https://${there.source_host}` };
      const back = await service.api(service.redirects, { json });
      expect(Object.keys(back.body)).toEqual(redirectFields);
      const path = `${service.redirects}/${there.uuid}`;
      const closing = { destination_url: `https://${json.source_host}` };
      const closed = await service.api(path, { method: 'PUT', json: closing });
      expect(Object.keys(closed.body)).toEqual([...redirectFields, 'warnings']);
      expect(closed.body.warnings).toEqual([expect.stringMatching(/^leads in a circle: /)]);
      for (const host of [there.source_host, json.source_host])
        expect(await service.edge(host, '/x')).toMatchObject({ status: 508, location: undefined });
      expect((await service.api(path, { method: 'PUT', json: closed.body })).status).toBe(200);
      expect(Object.keys((await service.api(path)).body)).toEqual(redirectFields);
    },
  },
  {
    source: 'docs/reference/redirects.md ("Circles")',
    statement: 'a batch warns of circles within its list, in a dry run too',
    async check(service) {
      const [one, other] = [newHost(), newHost()];
      const redirects = [
        { source_host: one, destination_url: `https://${other}` },
        { source_host: other, destination_url: `https://${one}` },
      ];
      for (const dry_run of [true, false]) {
        const { body } = await service.api(`${service.redirects}/batch`, { json: { redirects, dry_run } });
        for (const { warnings } of body.data)
          expect(warnings).toEqual([expect.stringMatching(/^leads in a circle: /)]);
      }
    },
  },
  {
    source,
    statement: 'the list answers {data, pagination: {page, count}} of redirects',
    postgres: 'types of columns',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 3);
      const answer = await service.api(redirects, { token });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Object.keys(answer.body)).toEqual(['data', 'pagination']);
      expect(Object.keys(answer.body.pagination)).toEqual(['page', 'count']);
      expect(answer.body.pagination).toEqual({ page: 1, count: 3 });
      expect(answer.body.data).toHaveLength(3);
      for (const redirect of answer.body.data) expect(Object.keys(redirect)).toEqual(redirectFields);
    },
  },
  {
    source: 'docs/reference/redirects.md ("Finding redirects")',
    statement: 'source_host filters the list',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 3);
      const answer = await service.api(`${redirects}?source_host=${hosts[1]}`, { token });
      expect(answer.body.data.map((item: { source_host: string }) => item.source_host)).toEqual([hosts[1]]);
      expect(answer.body.pagination).toEqual({ page: 1, count: 1 });
      const none = await service.api(`${redirects}?source_host=${newHost()}`, { token });
      expect(none).toMatchObject({ status: 200, body: { data: [], pagination: { page: 1, count: 0 } } });
    },
  },
  {
    source: 'docs/reference/redirects.md ("Finding redirects")',
    statement: 'note filters the list by a part of the note, and query looks there too',
    postgres: 'a part of a text, without regard to case',
    codes: ['note_invalid'],
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 3);
      const notes = ['Flyer 50%_off', 'flyer 50 off', ''];
      const { body } = await service.api(`${redirects}?sort=source_host`, { token });
      for (const [index, { uuid }] of body.data.entries())
        await service.api(`${redirects}/${uuid}`, { method: 'PUT', json: { note: notes[index] }, token });
      const found = async (query: string) => {
        const answer = await service.api(`${redirects}?sort=source_host&${query}`, { token });
        expect(answer.body.pagination.count).toBe(answer.body.data.length);
        return answer.body.data.map((item: { source_host: string }) => item.source_host);
      };
      expect(await found('note=FLYER')).toEqual(hosts.slice(0, 2));
      expect(await found('note=50%25_')).toEqual(hosts.slice(0, 1));
      expect(await found(`note=flyer&source_host=${hosts[1]}`)).toEqual([hosts[1]]);
      expect(await found('note=flyer&query=50%20off')).toEqual([hosts[1]]);
      expect(await found('query=flyer')).toEqual(hosts.slice(0, 2));
      expect(await found('note=%20')).toEqual(hosts);
      for (const query of [`note=${'x'.repeat(501)}`, 'note=%00', 'note=a&note=b'])
        expectError(await service.api(`${redirects}?${query}`, { token }), 400, 'note_invalid', 'note');
    },
  },
  {
    source: 'docs/reference/api.md ("Lists")',
    statement: 'page and per_page choose a part of the list',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 5);
      const answer = await service.api(`${redirects}?sort=source_host&page=2&per_page=2`, { token });
      expect(answer.body.data.map((item: { source_host: string }) => item.source_host)).toEqual(
        hosts.slice(2, 4),
      );
      expect(answer.body.pagination).toEqual({ page: 2, count: 5 });
    },
  },
  {
    source: 'docs/reference/redirects.md ("Finding redirects")',
    statement: 'the list sorts by created_at, updated_at and source_host, and by nothing else',
    postgres: 'order of text, and of what is equal',
    codes: ['sort_invalid'],
    async check(service) {
      for (const field of ['created_at', 'updated_at', 'source_host']) {
        expect((await service.api(`${service.redirects}?sort=${field}`)).status).toBe(200);
      }
      for (const field of ['uuid', 'destination_url', '', 'source_host,uuid']) {
        const answer = await service.api(`${service.redirects}?sort=${field}`);
        expectError(answer, 400, 'sort_invalid', 'sort', JSON.stringify(field), 'source_host');
      }
    },
  },
  {
    source,
    statement: 'POST takes all attributes and answers the created redirect',
    async check(service) {
      const attributes = {
        source_host: newHost(),
        match_path: '/old*',
        destination_url: 'https://dest.example/new?a=1#b',
        redirect_type: 'found',
        preserve_path: false,
        preserve_query_string: false,
        active: false,
      };
      const answer = await service.api(service.redirects, { json: attributes });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body)).toEqual(redirectFields);
      expect(answer.body).toMatchObject(attributes);
    },
  },
  {
    source: 'docs/reference/api.md ("Bodies")',
    statement: 'POST and PUT take form-style fields',
    async check(service) {
      const form = { source_host: newHost(), destination_url: 'https://dest.example/a b' };
      const created = await service.api(service.redirects, { form: { ...form, active: 'false' } });
      expect(created).toMatchObject({ status: 201, body: { ...form, active: false } });
      const path = `${service.redirects}/${created.body.uuid}`;
      const updated = await service.api(path, { method: 'PUT', form: { redirect_type: 'found' } });
      expect(updated).toMatchObject({ status: 200, body: { ...form, redirect_type: 'found' } });
    },
  },
  {
    source,
    statement: 'GET answers the redirect as it was created',
    async check(service) {
      const redirect = await createRedirect(service);
      const answer = await service.api(`${service.redirects}/${redirect.uuid}`);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(redirectFields);
      expect(answer.body).toEqual(redirect);
    },
  },
  {
    source,
    statement: 'PUT with one attribute changes only this one, and updated_at',
    async check(service) {
      let redirect = await createRedirect(service);
      for (const change of [
        { source_host: newHost() },
        { match_path: '/only' },
        { destination_url: 'https://other.example/x' },
        { redirect_type: 'found' },
        { preserve_path: false },
        { preserve_query_string: false },
        { active: false },
      ]) {
        const updated = await updateRedirect(service, redirect, change);
        expect(Object.keys(updated)).toEqual(redirectFields);
        expect(updated).toEqual({ ...redirect, ...change, updated_at: updated.updated_at });
        expect(updated.updated_at).toMatch(timestamp);
        expect(updated.updated_at > redirect.updated_at).toBe(true);
        redirect = updated;
      }
      expect((await service.api(`${service.redirects}/${redirect.uuid}`)).body).toEqual(redirect);
    },
  },
  {
    source,
    statement: 'PUT takes every attribute at once',
    async check(service) {
      const change = {
        source_host: newHost(),
        match_path: '/n',
        destination_url: 'https://other.example',
        redirect_type: 'found',
        preserve_path: false,
        preserve_query_string: false,
        active: false,
      };
      const redirect = await createRedirect(service);
      expect(await updateRedirect(service, redirect, change)).toMatchObject(change);
    },
  },
  {
    source: 'docs/reference/api.md ("Bodies")',
    statement: 'PUT without attributes changes updated_at alone',
    async check(service) {
      const redirect = await createRedirect(service);
      const updated = await updateRedirect(service, redirect, {});
      expect(updated).toEqual({ ...redirect, updated_at: updated.updated_at });
      expect(updated.updated_at > redirect.updated_at).toBe(true);
      const path = `${service.redirects}/${redirect.uuid}`;
      const bodyless = await service.api(path, { method: 'PUT' });
      expect(bodyless.status).toBe(200);
      expect(bodyless.body).toEqual({ ...redirect, updated_at: bodyless.body.updated_at });
    },
  },
  {
    source,
    statement: 'PUT with another source_host moves the redirect to it',
    async check(service) {
      const redirect = await createRedirect(service);
      const moved = await updateRedirect(service, redirect, { source_host: newHost() });
      expect((await service.edge(redirect.source_host)).status).toBe(404);
      expect((await service.edge(moved.source_host)).status).toBe(301);
      // The old host is free again.
      expect((await createRedirect(service, { source_host: redirect.source_host })).uuid).not.toBe(
        moved.uuid,
      );
    },
  },
  {
    source,
    statement: 'PUT with its own source_host is no conflict with itself',
    async check(service) {
      const redirect = await createRedirect(service);
      const change = { source_host: redirect.source_host.toUpperCase() };
      expect(await updateRedirect(service, redirect, change)).toMatchObject({
        source_host: redirect.source_host,
      });
    },
  },
  {
    source,
    statement: 'DELETE answers {message}, which names the uuid and the source host',
    async check(service) {
      const redirect = await createRedirect(service);
      const answer = await service.api(`${service.redirects}/${redirect.uuid}`, { method: 'DELETE' });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['message']);
      expect(answer.body.message).toContain(redirect.uuid);
      expect(answer.body.message).toContain(redirect.source_host);
    },
  },
  {
    source,
    statement: 'a deleted redirect is gone from the API and the edge, and its host is free',
    postgres: 'deletes that cascade',
    codes: ['not_found'],
    async check(service) {
      const redirect = await createRedirect(service);
      const path = `${service.redirects}/${redirect.uuid}`;
      expect((await service.api(path, { method: 'DELETE' })).status).toBe(200);
      expect((await service.edge(redirect.source_host)).status).toBe(404);
      expectError(await service.api(path), 404, 'not_found', redirect.uuid);
      expectError(await service.api(path, { method: 'DELETE' }), 404, 'not_found', redirect.uuid);
      await createRedirect(service, { source_host: redirect.source_host });
    },
  },
];
