/** Lists read by `cursor`. Source: docs/reference/api.md ("Cursors"). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newUuid } from '../../../src/core/ids.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { type ApiServer, startApi } from '../../support/api-server.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { newUser } from '../../support/people.ts';

type Item = Readonly<Record<string, unknown>>;
type Walk = { readonly pages: readonly (readonly Item[])[]; readonly count: number };

const perPage = 2;
const ofEach = 5;

onEachControlStore('cursors of lists', (newLocation) => {
  test('lead through every list once, in its order, whatever it is', async () => {
    const api = await setUp();
    const { body: document } = await api.ask('/openapi.json');
    const walked: string[] = [];
    const endpoints = await listAt(api, `/api/v1/accounts/${api.accountUuid}/webhook_endpoints`);
    for (const [path, { parameters = [] }] of listsOf(document)) {
      const named = path
        .replace('{account_uuid}', api.accountUuid)
        .replace('{webhook_endpoint_uuid}', String(endpoints.items[0]?.['uuid']));
      const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [undefined];
      for (const sort of sorts) {
        const address = sort === undefined ? named : `${named}?sort=${sort}`;
        const whole = await listAt(api, withQuery(address, 'per_page=1000'));
        const { pages, count } = await walk(api, address);
        expect([withoutUse(pages.flat()), count], address).toEqual([withoutUse(whole.items), whole.count]);
        expect(
          pages.slice(0, -1).every(({ length }) => length === perPage),
          address,
        ).toBe(true);
        if (pages.length > 1) walked.push(path);
      }
    }
    expect(new Set(walked).size).toBeGreaterThan(12);
  });

  test('lead through hosts in their order, when those are chosen by what they are not sorted by', async () => {
    const api = await setUp();
    const account_uuid = api.accountUuid;
    const hosts = `/api/v1/accounts/${account_uuid}/hosts`;
    for (const { host } of (await listAt(api, `${hosts}?per_page=1000`)).items)
      await sql`insert into host_states (account_uuid, host, reachable, next_check_at)
        values (${account_uuid}, ${host}, 'proxied', 0)
        on conflict (account_uuid, host) do update set reachable = excluded.reachable`.execute(
        api.store.database.queries,
      );
    for (const sort of ['host', '-host', 'verdict', '-verdict']) {
      const address = `${hosts}?reachable=proxied&sort=${sort}`;
      const whole = await listAt(api, withQuery(address, 'per_page=1000'));
      expect(whole.items.length).toBeGreaterThan(2 * perPage);
      expect((await walk(api, address)).pages.flat(), sort).toEqual(whole.items);
    }
  });

  test('are moved by nothing that is added or deleted meanwhile', async () => {
    const api = await setUp();
    const path = `/api/v1/accounts/${api.accountUuid}/redirects`;
    const before = (await listAt(api, `${path}?per_page=1000`)).items.map(({ uuid }) => uuid);
    const first = await page(api, `${path}?cursor=&per_page=${perPage}`);
    await createRedirect(api, 'newest.example.com');
    // The last one that was answered is what the cursor names.
    await send(api, 'DELETE', `${path}/${String(before[1])}`);
    const second = await page(api, first.next ?? '');
    const third = await page(api, second.next ?? '');
    const met = [first, second, third].flatMap(({ items }) => items.map(({ uuid }) => uuid));
    expect([met, third.next]).toEqual([before, undefined]);
  });

  test('are refused when they are made up, or of another order', async () => {
    const api = await setUp();
    const path = `/api/v1/accounts/${api.accountUuid}/redirects`;
    const { next = '' } = await page(api, `${path}?cursor=&per_page=${perPage}&sort=source_host`);
    const cursor = new URL(next, 'http://x').searchParams.get('cursor') ?? '';
    const write = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const refused = async (query: string) => {
      const { status, body } = await ask(api, `${path}?${query}`);
      return [status, body.error_code];
    };
    const made = [
      cursor,
      '!',
      write('', 1),
      write('', null, 'x'),
      write('', 1.5, 'x'),
      write('', {}, 'x'),
      write('', 'a', 1),
    ];
    for (const each of made) expect(await refused(`cursor=${each}`), each).toEqual([400, 'cursor_invalid']);
    expect(await refused(`cursor=${cursor}&sort=-source_host`)).toEqual([400, 'cursor_invalid']);
    expect(await refused(`cursor=${cursor}&cursor=&sort=source_host`)).toEqual([400, 'cursor_invalid']);
    expect(await refused('cursor=&page=2')).toEqual([400, 'page_invalid']);
    // What only one of the stores takes for a position never is a failure of ours.
    for (const sorted of ['text', '\0', 9_007_199_254_740_991, -1])
      expect((await ask(api, `${path}?cursor=${write('', sorted, '\0')}`)).status).toBeLessThan(500);
  });

  /** An account with five of all that a list may have. */
  async function setUp(): Promise<ApiServer> {
    const api = await startApi({ location: await newLocation() });
    const account = `/api/v1/accounts/${api.accountUuid}`;
    const upstream = await send(api, 'POST', `${account}/upstreams`, { host: '8.8.8.8' });
    for (let number = 1; number <= ofEach; number += 1) {
      api.clock.time += number === 3 ? 0 : 1_000;
      await createRedirect(api, `r${number}.example.com`);
      await send(api, 'POST', `${account}/upstreams`, { host: `9.9.9.${number}` });
      const domain = { host: `d${number}.example.com`, external_id: `id-${number % 3}` };
      await send(api, 'POST', `${account}/upstreams/${String(upstream['uuid'])}/custom_domains`, domain);
      await send(api, 'POST', `${account}/webhook_endpoints`, { url: `https://8.8.8.8/${number}` });
      await api.newToken('read');
    }
    for (let number = 0; number < ofEach; number += 1) {
      await newUser(api.store, `user${number}@example.com`, { [api.accountUuid]: 'viewer' });
      await addFinding(api, number);
    }
    return api;
  }
});

async function addFinding({ store, accountUuid, clock }: ApiServer, number: number): Promise<void> {
  const host = `d${number}.example.com`;
  await findingTables(store.database.queries)
    .insertInto('findings')
    .values({
      uuid: newUuid(),
      account_uuid: accountUuid,
      kind: 'certificate_failed',
      severity: number % 2 === 0 ? 'critical' : 'warning',
      subject_type: 'custom_domain',
      subject_uuid: null,
      subject_host: host,
      subject_key: host,
      is_group: 0,
      cause_code: 'unknown',
      evidence: '{}',
      good_checks: 0,
      // Two at the same time.
      opened_at: clock.now() + Math.floor(number / 2),
      last_seen_at: clock.now(),
      resolved_at: null,
      muted_until: null,
    })
    .execute();
}

function createRedirect(api: ApiServer, host: string): Promise<Item> {
  const body = { source_host: host, destination_url: 'https://www.example.com' };
  return send(api, 'POST', `/api/v1/accounts/${api.accountUuid}/redirects`, body);
}

/** Limits count the requests that read them. */
function withoutUse(items: readonly Item[]): Item[] {
  return items.map((item) => ({ ...item, used: null }));
}

async function listAt(api: ApiServer, address: string): Promise<{ items: readonly Item[]; count: number }> {
  const { status, text, body } = await ask(api, address);
  expect(status, `${address}: ${text}`).toBe(200);
  return { items: body.data ?? body.records, count: body.pagination.count };
}

function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

function ask(api: ApiServer, path: string, method = 'GET', json?: unknown) {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  return api.ask(path, { method, headers, json });
}

async function send(api: ApiServer, method: string, path: string, json?: unknown): Promise<Item> {
  const { status, text, body } = await ask(api, path, method, json);
  expect(status, text).toBeLessThan(300);
  return body;
}

/** Reads a list from its first page to its last. */
async function walk(api: ApiServer, address: string): Promise<Walk> {
  const pages: Item[][] = [];
  let next: string | undefined = withQuery(address, `cursor=&per_page=${perPage}`);
  let count = 0;
  while (next !== undefined && pages.length < 50) {
    const read: Awaited<ReturnType<typeof page>> = await page(api, next);
    pages.push([...read.items]);
    ({ next, count } = read);
  }
  return { pages, count };
}

async function page(api: ApiServer, address: string) {
  const { status, text, body, headers } = await ask(api, address);
  expect(status, `${address}: ${text}`).toBe(200);
  expect(body.pagination.page).toBe(1);
  const links = String(headers['link']);
  expect(links).toMatch(/[?&]cursor=&.*; rel="first"/);
  expect(links).not.toMatch(/rel="(?:last|prev)"/);
  const items: readonly Item[] = body.data ?? body.records;
  return { items, next: /<([^>]*)>; rel="next"/.exec(links)?.[1], count: Number(body.pagination.count) };
}

type ListOperation = {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly enum?: string[] } }[];
};

/** Lists of an account, and those below one of its endpoints. */
function listsOf(document: { readonly paths: object }): [path: string, operation: ListOperation][] {
  return Object.entries<{ readonly get?: ListOperation }>({ ...document.paths }).flatMap(
    ([path, { get }]) => {
      const isList = get?.parameters?.some(({ name }) => name === 'page') === true;
      const isOfAccount =
        /^\/api\/v1\/accounts\/\{account_uuid\}\/[^{]*(?:\{webhook_endpoint_uuid\}\/deliveries)?$/.test(path);
      return get && isList && isOfAccount ? [[path, get] as const] : [];
    },
  );
}
