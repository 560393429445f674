/** Plans on every control store: whatever is in them, and whoever writes beside them. Source: docs/reference/plans.md. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../support/api-server.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { runs } from '../../support/runs.ts';

const hosts = Array.from({ length: 6 }, (_, index) => `h${index}.example.com`);
const someHosts = <T>(make: (host: string) => fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.subarray(hosts).chain((chosen) => fc.tuple(...chosen.map(make)));
const label = fc.stringMatching(/^[A-Za-z0-9äß€<>&"'# -]{1,20}$/).map((text) => `x${text.trim()}`);
const upstreams = fc.subarray(
  [
    { name: 'app', host: 'app.example.net' },
    { name: 'other', host: 'app.example.net', port: 8443 },
    { name: 'plain', host: 'old.example.net', port: 80, tls: false },
  ],
  { minLength: 1 },
);
const rule = fc.oneof(
  label.map((name) => ({ name, if: { path: '/a/*' }, then: { redirect: { to: '/b/:splat', status: 301 } } })),
  fc.constant({ if: { countries: ['DE'] }, then: { block: {} } }),
  fc.constant({ then: { proxy: { upstream: 'app' } } }),
);

/** Whole documents, in which all lists are, in the order of what their entries are matched by. */
const documents = upstreams.chain((chosen) =>
  fc
    .record({
      domains: someHosts((host) =>
        fc.record({
          host: fc.constant(host),
          upstream: fc.constantFrom(...chosen.map(({ name }) => name)),
          external_id: label,
          maintenance: fc.boolean(),
          metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), label, { maxKeys: 3 }),
        }),
      ),
      redirects: someHosts((host) =>
        fc.record({
          source_host: fc.constant(host),
          destination_url: fc.constantFrom('https://one.example/', 'https://two.example/x'),
          note: label,
          active: fc.boolean(),
        }),
      ),
      rules: someHosts((host) =>
        fc.record({ host: fc.constant(host), rules: fc.array(rule, { minLength: 1, maxLength: 3 }) }),
      ),
      brand: fc.record({ name: fc.option(label), color: fc.constantFrom('#112233', null) }),
    })
    .map(({ domains, redirects, rules, brand }) => ({
      upstreams: chosen,
      domains,
      redirects,
      rules: chosen.some(({ name }) => name === 'app') ? rules : [],
      goals: domains.map(({ host, external_id: display_name }) => ({
        host,
        display_name,
        event_name: 'Signup',
      })),
      segments: [],
      webhook_endpoints: [],
      error_pages: domains.map(({ host, external_id: html }) => ({ host, status: 404, html })),
      brand,
    })),
);

onEachControlStore('plans', (newLocation) => {
  let api: ApiServer;
  let base: string;

  beforeEach(async () => {
    api = await startApi({ location: await newLocation('tables') });
    base = `/api/v1/accounts/${api.accountUuid}`;
  });

  const ask = (path: string, json?: unknown, method?: string) =>
    api.ask(`${base}${path}`, {
      headers: { authorization: `Bearer ${api.token}` },
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
  const plan = async (document: unknown, query = '?prune=true') => {
    const { status, body } = await ask(`/plans${query}`, document);
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    return body;
  };
  const apply = async (document: unknown, query?: string) => {
    const { uuid } = await plan(document, query);
    const { status, body } = await ask(`/plans/${uuid}/apply`, {});
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  };

  test('whatever is applied is exported, and planned again it is nothing', async () => {
    await fc.assert(
      fc.asyncProperty(documents, documents, async (first, edited) => {
        for (const document of [first, edited]) {
          await apply(document);
          const { summary } = await plan(document);
          expect(summary).toMatchObject({ creates: 0, changes: 0, deletes: 0 });
          const exported = (await ask('/configuration')).body;
          expect((await plan(exported)).summary).toMatchObject({ creates: 0, changes: 0, deletes: 0 });
          const matched = (list: readonly object[], name: string) =>
            list.map((entry) => String(Object.entries(entry).find(([key]) => key === name)?.[1])).toSorted();
          for (const [list, name] of [
            ['domains', 'host'],
            ['redirects', 'source_host'],
            ['rules', 'host'],
            ['goals', 'display_name'],
          ] as const)
            expect(matched(exported[list], name)).toEqual(matched(document[list], name));
          expect(exported.brand).toMatchObject(document.brand);
        }
      }),
      { numRuns: runs(6) },
    );
  });

  test('of two plans at the same time one is applied, and single writes beside it are either seen or refused', async () => {
    const redirects = hosts.map((source_host) => ({ source_host, destination_url: 'https://one.example/' }));
    await apply({ redirects });
    const noted = (note: string) => ({ redirects: redirects.map((one) => Object.assign({}, one, { note })) });
    const [one, other] = [await plan(noted('one')), await plan(noted('other'))];
    const { data } = (await ask('/redirects')).body;
    const answers = await Promise.all([
      ask(`/plans/${one.uuid}/apply`, {}),
      ask(`/plans/${other.uuid}/apply`, {}),
      ask(`/redirects/${data[0].uuid}`, { active: false }, 'PUT'),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses[2]).toBe(200);
    expect(statuses.slice(0, 2).filter((status) => status === 200).length).toBeLessThan(2);
    const notes = new Set((await ask('/redirects')).body.data.map(({ note }: { note: string }) => note));
    expect(notes.size).toBe(1);
    expect((await ask('/audit_events?resource=redirect&action=created')).body.pagination.count).toBe(6);
  });

  test('a plan is refused as a whole, however late what it is refused for', async () => {
    await apply(
      {
        upstreams: [{ name: 'app', host: 'app.example.net' }],
        rules: [{ host: 'h0.example.com', rules: [{ then: { proxy: { upstream: 'app' } } }] }],
      },
      '',
    );
    const { uuid } = await plan({
      upstreams: [],
      redirects: [{ source_host: 'h1.example.com', destination_url: 'https://one.example/' }],
    });
    expect(await ask(`/plans/${uuid}/apply`, {})).toMatchObject({
      status: 400,
      body: { error_code: 'upstream_in_use' },
    });
    expect((await ask('/redirects')).body.data).toEqual([]);
    expect((await ask(`/plans/${uuid}`)).body.applied_at).toBeNull();
    const { rows } = await api.store.database.queries
      .selectFrom('host_claims')
      .select('host')
      .execute()
      .then((claims) => ({ rows: claims.map(({ host }) => host) }));
    expect(rows).toEqual(['h0.example.com']);
  });

  test('an account keeps its newest 500 plans', async () => {
    const { uuid } = await plan({ redirects: [] });
    await api.store.database.transaction(async (trx) => {
      const row = await trx
        .selectFrom('plans')
        .selectAll()
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      for (let index = 0; index < 505; index++)
        await trx
          .insertInto('plans')
          .values({ ...row, uuid: `${index}`, created_at: row.created_at - index })
          .execute();
    });
    await plan({ redirects: [] });
    expect((await ask('/plans')).body.pagination.count).toBe(500);
  });
});
