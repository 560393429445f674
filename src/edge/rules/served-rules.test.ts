/** Rules on their way into a routing table. Source: docs/reference/rules.md, docs/reference/edge.md ("Workers"). */
import { expect, test } from 'vitest';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { rulesSource, storedRules } from '../../../test/support/rules-on-edge.ts';
import type { HostRoutes, RoutingSource, RulesEntry, RulesSource, StoredRules } from '../../core/route.ts';
import { sumsOf } from '../route-sums.ts';
import { RoutingTable } from '../routing-table.ts';
import { ServedRoutes } from '../served-routes.ts';
import { RulesMemory, rulesBytes } from './rules-memory.ts';

const host = 'a.example';
const uuid = '01900000-0000-7000-8000-000000000001';
const later = '01900000-0000-7000-8000-000000000002';

const routesOf = (version: number, of = uuid): HostRoutes => ({
  host,
  redirect: null,
  domain: null,
  rules: { uuid: of, version, upstreams: [] },
});
const without: HostRoutes = { host, redirect: null, domain: null };

/** The file: rules of `count` blocks under a version, and how often it was read. */
class File implements RulesSource {
  stored: StoredRules | undefined;
  reads = 0;
  error: Error | undefined;

  put(count: number, version: number, of = uuid): void {
    const rules = Buffer.from(
      JSON.stringify(Array.from({ length: count }, () => ({ active: true, then: { block: {} } }))),
    );
    this.stored = {
      host,
      uuid: of,
      accountUuid: 'account',
      version,
      ruleCount: count,
      sizeBytes: rules.length,
      rules,
    };
  }

  async *rulesOf(
    hosts: readonly string[],
    isWanted: (list: RulesEntry) => boolean,
  ): AsyncGenerator<StoredRules> {
    this.reads += 1;
    if (this.error) throw this.error;
    if (this.stored) yield* rulesSource([this.stored]).rulesOf(hosts, isWanted);
  }
}

const sourceOf = (routes: readonly HostRoutes[], revision = 1): RoutingSource => ({
  position: async () => ({ revision, mark: '' }),
  routesAfter: async (afterHost) => routes.filter((entry) => entry.host > afterHost),
});

async function open() {
  const file = new File();
  const table = new RoutingTable();
  file.put(1, 1);
  await table.load(sourceOf([routesOf(1)]), file);
  const problems: unknown[] = [];
  const patch = async (routes: HostRoutes) => {
    const change = {
      fromRevision: table.revision,
      toRevision: table.revision + 1,
      mark: '',
      hosts: [routes],
    };
    table.apply(change, await table.readRules(change, file, (error) => problems.push(error)));
    expect(table.revision).toBe(change.toRevision);
  };
  const size = () => table.rulesOf(host)?.compiled?.rules.length;
  return { file, table, patch, size, problems };
}

test('a host that only has rules is served, and counted in the checksums', async () => {
  const { table, size } = await open();
  expect([table.has(host), table.has('b.example'), table.size, size()]).toEqual([true, false, 1, 1]);
  expect(await table.sums()).toEqual(await sumsOf(sourceOf([routesOf(1)])));
  expect(await table.sums()).not.toEqual(await sumsOf(sourceOf([routesOf(2)])));
  expect(await table.sums()).not.toEqual(await sumsOf(sourceOf([without])));
});

test('a patch brings the rules that the file has, and takes them away', async () => {
  const { file, table, patch, size } = await open();
  file.put(2, 2);
  await patch(routesOf(2));
  expect(size()).toBe(2);
  await patch(without);
  expect([table.has(host), size()]).toEqual([false, undefined]);
});

test('rules that are as they were are not read again', async () => {
  const { file, table, patch, size } = await open();
  const upstream = {
    uuid: later,
    host: 'up.example',
    port: 443,
    tls: true,
    accountUuid: 'a1',
    authToken: 'token',
    maintenance: false,
  };
  await patch({ ...routesOf(1), rules: { uuid, version: 1, upstreams: [upstream] } });
  expect([file.reads, size(), table.rulesOf(host)?.upstreams.size]).toEqual([1, 1, 1]);
});

test('a reload reads all rules again: another server may have others under the same version', async () => {
  const { file, table, size } = await open();
  file.put(2, 1);
  await table.load(sourceOf([routesOf(1)], 7), file);
  expect([file.reads, size(), table.revision]).toEqual([2, 2, 7]);
});

test('newer rules than those of the patch are served', async () => {
  const { file, patch, size } = await open();
  file.put(3, 3);
  await patch(routesOf(2));
  expect([size(), file.reads]).toEqual([3, 2]);
  await patch(routesOf(3));
  expect([size(), file.reads]).toEqual([3, 2]);
  file.put(4, 1, later);
  await patch(routesOf(4));
  expect(size()).toBe(4);
});

test('a file that is behind leaves the rules as they were, until it is not', async () => {
  const { file, table, patch, size, problems } = await open();
  await patch(routesOf(2));
  expect([size(), await table.refreshRules(file)]).toEqual([1, false]);
  file.put(2, 2);
  expect([await table.refreshRules(file), size()]).toEqual([true, 2]);
  expect(problems).toEqual([]);
  const { reads } = file;
  expect([await table.refreshRules(file), file.reads]).toEqual([true, reads]);
});

test('a file that cannot be read leaves the rules as they were', async () => {
  const { file, table, patch, size, problems } = await open();
  file.error = new Error('disk I/O error');
  await patch(routesOf(2));
  expect([size(), problems]).toEqual([1, [file.error]]);
  await expect(table.refreshRules(file)).rejects.toThrow('disk I/O error');
  file.error = undefined;
  file.put(2, 2);
  expect([await table.refreshRules(file), size()]).toEqual([true, 2]);
});

test('requests see the old rules until the new ones are compiled', async () => {
  const { file, table, size } = await open();
  file.put(2, 2);
  const change = { fromRevision: 1, toRevision: 2, mark: '', hosts: [routesOf(2)] };
  const reading = table.readRules(change, file, () => {});
  expect(size()).toBe(1);
  const rules = await reading;
  expect(size()).toBe(1);
  table.apply(change, rules);
  expect(size()).toBe(2);
});

test('requests get their turns while a long list is compiled', async () => {
  const file = new File();
  file.put(10_000, 1);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const table = new RoutingTable();
  await table.load(sourceOf([routesOf(1)]), file);
  isDone = true;
  expect(table.rulesOf(host)?.compiled?.rules).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(10);
});

test('the upstreams of a host are those of its custom domain and of its rules, as they are now', async () => {
  const { table, patch } = await open();
  const upstream = (id: string, port: number) => domainAt({ uuid: id, port }).upstream;
  const found = (id: string) => table.upstreamOf(host, id)?.port;
  await patch({
    host,
    redirect: null,
    domain: domainAt({ uuid: 'own', port: 1 }),
    rules: { uuid, version: 1, upstreams: [upstream('ruled', 2)] },
  });
  expect([found('own'), found('ruled'), found('other')]).toEqual([1, 2, undefined]);
  await patch({ ...without, rules: { uuid, version: 1, upstreams: [upstream('ruled', 3)] } });
  expect([found('own'), found('ruled')]).toEqual([undefined, 3]);
  await patch(without);
  expect([found('own'), found('ruled')]).toEqual([undefined, undefined]);
});

/** The file has the hosts `a`, `b` and `c`, and the memory room for two of their lists. */
async function openSmall() {
  const lists = ['a', 'b', 'c'].map((name) =>
    storedRules(name, uuid, 1, [{ active: true, then: { block: {} } }]),
  );
  const file = { lists, reads: 0, isAway: false };
  const source: RulesSource = {
    async *rulesOf(hosts, isWanted) {
      if (file.isAway) throw new Error('away');
      for await (const list of rulesSource(file.lists).rulesOf(hosts, isWanted)) {
        if (list.rules !== undefined) file.reads += 1;
        yield list;
      }
    },
  };
  const routes = lists.map((list) => ({ ...routesOf(1), host: list.host }));
  const store = {
    ...source,
    readRoutes: (load: (from: RoutingSource) => Promise<void>) => load(sourceOf(routes)),
  };
  const served = new ServedRoutes(
    store,
    () => {},
    new RulesMemory(2.5 * rulesBytes({ ruleCount: 1, sizeBytes: lists[0]?.sizeBytes ?? 0 })),
  );
  await served.load();
  const loaded = () =>
    lists.flatMap(({ host: name }) => (served.table.rulesOf(name)?.compiled ? [name] : []));
  return { file, served, loaded };
}

test('rules that have no room are read when they are asked for, and others make room', async () => {
  const { file, served, loaded } = await openSmall();
  expect([loaded(), file.reads]).toEqual([['a', 'b'], 2]);
  served.table.useRules('b');
  await Promise.all([served.loadRules('c'), served.loadRules('c'), served.loadRules('b')]);
  expect([loaded(), file.reads]).toEqual([['b', 'c'], 3]);
  expect(served.table.rulesOf('a')?.read).toMatchObject({ version: 1 });
  // The same ones are there after a reload.
  await served.load();
  expect([loaded(), file.reads]).toEqual([['b', 'c'], 5]);
});

test('rules that can not be read when they are asked for are read later', async () => {
  const { file, served, loaded } = await openSmall();
  file.isAway = true;
  await expect(served.loadRules('c')).rejects.toThrow('away');
  file.isAway = false;
  await served.loadRules('c');
  expect(loaded()).toContain('c');
});

test('rules that change while they are read for a request are those of the change', async () => {
  const { file, served } = await openSmall();
  const loading = served.loadRules('c');
  const two = [1, 2].map(() => ({ active: true, then: { block: {} } }));
  file.lists[2] = storedRules('c', uuid, 2, two);
  await served.apply({ fromRevision: 1, toRevision: 2, mark: '', hosts: [{ ...routesOf(2), host: 'c' }] });
  await loading;
  expect(served.table.rulesOf('c')?.compiled?.rules).toHaveLength(2);
});

test('a list that takes more than was thought, and than there is, is read once', async () => {
  // Each segment is two nodes of the index.
  const rules = Array.from({ length: 20_000 }, (_, index) => ({
    active: true,
    if: { path: `/${index}/:a/:b/:c/:d/:e/:f/:g/:h` },
    then: { block: {} },
  }));
  const list = storedRules('a', uuid, 1, rules);
  const limit = 1.2 * rulesBytes(list);
  let reads = 0;
  const lists: RulesSource = {
    async *rulesOf(hosts, isWanted) {
      for await (const each of rulesSource([list]).rulesOf(hosts, isWanted)) {
        if (each.rules) reads += 1;
        yield each;
      }
    },
  };
  const table = new RoutingTable(new RulesMemory(limit));
  await table.load(sourceOf([{ ...routesOf(1), host: 'a' }]), lists);
  expect([table.rulesOf('a')?.compiled, reads]).toEqual([undefined, 1]);
  expect(table.rulesOf('a')?.read?.memoryBytes).toBeGreaterThan(limit);
  await table.loadRules('a', lists);
  expect([table.rulesOf('a')?.compiled, reads]).toEqual([undefined, 1]);
});
