/** Saved funnels of custom domains, as docs/reference/funnels.md promises them. */
import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { savedFunnels } from '../../src/features/funnels/saved-funnel.ts';
import { CollectionStore } from '../../src/kernel/collection-store.ts';
import { expectError, newAccount, type Row, unknownUuid, uuidV7, withStore } from './row.ts';
import { newDomain, send } from './tracker.ts';

const source = 'docs/reference/funnels.md ("Saved funnels")';
const steps = [{ page: '/' }, { event: 'Signup' }];
const checkout = { name: 'Checkout', steps };

export const savedFunnelRows: readonly Row[] = [
  {
    source,
    statement: 'a funnel is created with 201 and its Location, listed, changed in part and deleted',
    postgres: 'types of columns',
    async check(service) {
      const { reports, owner } = await newDomain(service);
      const { token } = owner;
      const path = `${reports}/funnels`;
      const created = await service.api(path, { json: checkout, token });
      expect(created.status).toBe(201);
      const { uuid } = created.body;
      expect(uuid).toMatch(uuidV7);
      const shown = { uuid, ...checkout, scope: 'visit' };
      expect(JSON.stringify(created.body)).toBe(JSON.stringify(shown));
      const own = created.headers.get('location') ?? '';
      expect(own).toBe(`${path}/${uuid}`);
      expect((await service.api(own, { token })).body).toEqual(shown);
      const update = (json: object) => service.api(own, { method: 'PUT', json, token });
      expect((await update({ ...shown, name: 'Buy' })).body).toEqual({ ...shown, name: 'Buy' });
      expect((await update({ scope: 'range' })).body).toEqual({ ...shown, name: 'Buy', scope: 'range' });
      const form = { name: 'Form', steps: JSON.stringify(steps), scope: 'range' };
      expect((await service.api(path, { form, token })).body).toMatchObject({ steps, scope: 'range' });
      const list = async () => (await service.api(path, { token })).body;
      expect((await list()).data.map(({ name }: { name: string }) => name)).toEqual(['Form', 'Buy']);
      const deleted = await service.api(own, { method: 'DELETE', token });
      expect(deleted.body).toEqual({ message: `Saved funnel ${uuid} ("Buy") was deleted.` });
      expect((await list()).pagination).toEqual({ page: 1, count: 1 });
    },
  },
  {
    source,
    statement:
      'steps and scope are those of a funnel; a goal that is gone is told of when the funnel is asked',
    codes: ['name_invalid', 'steps_invalid', 'scope_invalid', 'query_invalid'],
    async check(service) {
      const { reports, owner } = await newDomain(service);
      const { token } = owner;
      const path = `${reports}/funnels`;
      const refused = async (json: object, code: ApiErrorCode, ...mentions: string[]) =>
        expectError(await service.api(path, { json, token }), 400, code, ...mentions);
      await refused({ steps }, 'name_invalid', 'missing');
      await refused({ name: 'a' }, 'steps_invalid', 'missing');
      await refused({ name: 'a', steps: 'x' }, 'steps_invalid');
      for (const name of ['', 'a\nb', 'a\u0000', '\ud800', 'a'.repeat(201)])
        await refused({ name, steps }, 'name_invalid', '1 to 200 characters');
      await refused({ name: 'a', steps: steps.slice(1) }, 'steps_invalid', 'steps has 1 elements');
      const nine = Array.from({ length: 9 }, () => ({ page: '/' }));
      await refused({ name: 'a', steps: nine }, 'steps_invalid', 'steps has 9 elements', '2 to 8 steps');
      const eight = { name: '<b>🛒 "8"</b>', steps: nine.slice(1) };
      expect((await service.api(path, { json: eight, token })).body).toMatchObject(eight);
      await refused(
        { name: 'a', steps: [...steps, { goal: unknownUuid }] },
        'steps_invalid',
        `steps[2].goal is "${unknownUuid}"; allowed: the uuid of one of the domain’s goals`,
      );
      await refused({ ...checkout, scope: 'month' }, 'scope_invalid', 'visit or range');
      await refused({ ...checkout, filters: [] }, 'parameter_unknown', '"filters"');
      const goals = `${reports}/goals`;
      const goal = (await service.api(goals, { json: { event_name: 'Signup' }, token })).body.uuid;
      const withGoal = { name: 'a', steps: [{ page: '/' }, { goal }] };
      const { uuid } = (await service.api(path, { json: withGoal, token })).body;
      const own = `${path}/${uuid}`;
      const ask = (json: object) => service.api(own, { method: 'POST', json, token });
      expect((await ask({ date_range: '7d' })).status).toBe(200);
      await service.api(`${goals}/${goal}`, { method: 'DELETE', token });
      expectError(await ask({ date_range: '7d' }), 400, 'query_invalid', 'steps[1].goal');
      const renamed = await service.api(own, { method: 'PUT', json: { name: 'b' }, token });
      expect(renamed).toMatchObject({ status: 200, body: { name: 'b' } });
      const { body: fetched } = await service.api(own, { token });
      const whole = await service.api(own, { method: 'PUT', json: { ...fetched, name: 'c' }, token });
      expect(whole).toMatchObject({ status: 200, body: { name: 'c', steps: withGoal.steps } });
      const changed = { steps: withGoal.steps.toReversed() };
      const reversed = await service.api(own, { method: 'PUT', json: changed, token });
      expectError(reversed, 400, 'steps_invalid', 'steps[0].goal');
      const wrong = async (json: object, ...mentions: string[]) =>
        expectError(await ask({ date_range: '7d', ...json }), 400, 'query_invalid', ...mentions);
      await service.api(own, { method: 'PUT', json: { steps }, token });
      await wrong({ dimension: 'time:day' }, 'dimension is "time:day"; allowed: event:page,');
      await wrong({ dimension: 'event:goal' }, 'dimension is "event:goal"');
      await wrong({ include: { total_rows: true } }, 'include has the unknown member "total_rows"');
      await wrong({ include: { comparison: { mode: 'x' } } }, 'include.comparison.mode is "x"');
      await wrong({ date_range: 'all', include: { comparison: { mode: 'previous_period' } } }, 'than all');
      expectError(await ask({ date_range: '7d', steps }), 400, 'parameter_unknown', '"steps"');
    },
  },
  {
    source,
    statement: 'a saved funnel is answered with its breakdown, compared',
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      const u = `https://${domain.host}/`;
      for (const event of [{ u }, { u, n: 'Signup' }])
        expect((await send(service, domain, { r: '', w: 1280, ...event })).status).toBe(202);
      const path = `${domain.reports}/funnels`;
      const { uuid } = (await service.api(path, { json: checkout, token })).body;
      const ask = async (json: object) => {
        const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
        const date_range = [from?.slice(0, 10), to?.slice(0, 10)];
        return (
          await service.api(`${path}/${uuid}`, {
            method: 'POST',
            json: { date_range, ...json },
            token,
          })
        ).body;
      };
      const full = { visitors: 1, rate: 100, step_rate: 100 };
      const none = { visitors: 0, rate: 0, step_rate: 0 };
      const [first, second] = [
        { label: 'Visit /', ...full },
        { label: 'Signup', ...full },
      ];
      await expect.poll(() => ask({}), { interval: 200 }).toEqual({ steps: [first, second], breakdown: [] });
      expect(await ask({ dimension: 'visit:source' })).toEqual({
        steps: [first, second],
        breakdown: [{ dimensions: ['Direct'], steps: [first, second] }],
      });
      const include = { comparison: { mode: 'previous_period' } };
      const change = { visitors: null, rate: null, step_rate: null };
      const comparison = { ...none, change };
      const compared = [
        { ...first, comparison },
        { ...second, comparison },
      ];
      expect(await ask({ dimension: 'visit:device', include })).toEqual({
        steps: compared,
        breakdown: [{ dimensions: ['Laptop'], steps: compared }],
      });
    },
  },
  {
    source,
    statement:
      'a custom domain has at most 100 saved funnels, which are its account’s alone; a token of scope read asks them',
    codes: ['too_many_saved_funnels', 'not_found', 'forbidden'],
    async check(service) {
      const { uuid: domain, reports, owner } = await newDomain(service);
      const { token } = owner;
      const path = `${reports}/funnels`;
      await withStore(service, async (store) => {
        const stored = new CollectionStore(savedFunnels, store);
        for (let n = 0; n < 100; n++) await stored.create(domain, { ...checkout, scope: 'visit' });
      });
      expectError(
        await service.api(path, { json: checkout, token }),
        400,
        'too_many_saved_funnels',
        '100 saved funnels',
      );
      const [{ uuid }] = (await service.api(`${path}?per_page=1`, { token })).body.data;
      const own = `${path}/${uuid}`;
      const { token: stranger } = await newAccount(service);
      const json = { date_range: '7d' };
      for (const request of [{}, { method: 'PUT', json }, { method: 'DELETE' }, { method: 'POST', json }])
        expectError(await service.api(own, { ...request, token: stranger }), 404, 'not_found', domain);
      const [, , , , accountUuid = ''] = owner.upstreams.split('/');
      const readOnly = await withStore(service, (store) =>
        new AccessTokens(store).create({ accountUuid, name: 'test', scope: 'read', expiresAt: null }),
      );
      const reader = { token: readOnly.secret };
      expect((await service.api(own, reader)).status).toBe(200);
      expect((await service.api(own, { ...reader, method: 'POST', json })).status).toBe(200);
      for (const request of [{ method: 'PUT', json: { name: 'x' } }, { method: 'DELETE' }])
        expectError(await service.api(own, { ...reader, ...request }), 403, 'forbidden', 'write');
      expectError(await service.api(path, { ...reader, json: checkout }), 403, 'forbidden', 'write');
      const other = await newDomain(service);
      expectError(
        await service.api(`${other.reports}/funnels/${uuid}`, { token: other.owner.token }),
        404,
        'not_found',
        'saved funnel',
      );
      for (const gone of [unknownUuid, 'nonsense'])
        expectError(
          await service.api(`${path}/${gone}`, { method: 'POST', json, token }),
          404,
          'not_found',
          gone,
        );
    },
  },
];
