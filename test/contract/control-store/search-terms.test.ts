/** What every control store must do with imported search terms. Source: docs/reference/search-terms.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Actor, actingAs } from '../../../src/control/acting.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { maxImports, maxTerms } from '../../../src/features/search-terms/limits.ts';
import type { SearchTerm } from '../../../src/features/search-terms/queries-csv.ts';
import {
  type SearchTermTables,
  searchTermImports,
} from '../../../src/features/search-terms/search-term-import.ts';
import { SearchTerms } from '../../../src/features/search-terms/search-term-store.ts';
import { sumTerms } from '../../../src/features/search-terms/sum-terms.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { CollectionStore } from '../../../src/kernel/collection-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const ann: Actor = { kind: 'token', uuid: 'token-1', name: 'Ann', address: null };
const october = { from: '2026-10-01', to: '2026-10-31' };
const all = { from: '1970-01-01', to: '2149-06-06' };
const quoted: SearchTerm = [`It's "x" 🛒\\`, 3, 9, 333];

onEachControlStore('search terms', (newLocation) => {
  const { openStore, openWithAccount } = storesAt(newLocation);

  /** A store with two custom domains of one account. */
  async function openWithDomains() {
    const opened = await openWithAccount();
    const { store, accountUuid } = opened;
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('upstream.example.net'));
    const newDomain = async (host: string): Promise<string> =>
      (await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host)))?.uuid ?? '';
    const [domain, other] = [await newDomain('a.example.com'), await newDomain('b.example.com')];
    const imports = new CollectionStore(searchTermImports, store);
    return { ...opened, upstream, domain, other, imports, terms: new SearchTerms(store) };
  }

  test('an import replaces that of the same range, is of one domain, and goes with it', async () => {
    const { store, clock, accountUuid, upstream, domain, other, imports, terms } = await openWithDomains();
    const replace = (owner: string, ...rows: SearchTerm[]) =>
      actingAs(ann, () => terms.replace(owner, october, rows));
    const first = await replace(domain, quoted, ['b', 1, 2, 100]);
    const createdAt = clock.time;
    expect(first).toEqual({
      ...october,
      uuid: first?.uuid,
      terms: 2,
      clicks: 4,
      impressions: 11,
      createdAt,
      updatedAt: createdAt,
    });
    expect(await imports.find(domain, first?.uuid ?? '')).toEqual(first);
    clock.time += 1_000;
    const second = await replace(domain, quoted);
    expect(second).toEqual({
      ...first,
      terms: 1,
      clicks: 3,
      impressions: 9,
      updatedAt: createdAt + 1_000,
    });
    expect(await terms.within(domain, october)).toEqual([{ ...october, rows: JSON.stringify([quoted]) }]);
    expect(await terms.within(domain, { ...october, from: '2026-10-02' })).toEqual([]);
    expect(await terms.within(domain, { ...october, to: '2026-10-30' })).toEqual([]);
    expect(await terms.within(other, all)).toEqual([]);
    expect(await imports.find(other, second?.uuid ?? '')).toBeUndefined();
    expect(await imports.delete(other, second?.uuid ?? '')).toBeUndefined();
    const kept = await replace(other);
    const asked = { accountUuid, resource: 'search_term_import', limit: 10, offset: 0 } as const;
    const { events } = await new AuditEvents(store).list(asked);
    const resourceName = '2026-10-01 to 2026-10-31';
    expect(events).toMatchObject([
      { action: 'created', resourceName, after: { ...october, custom_domain_uuid: other, terms: 0 } },
      { action: 'updated', resourceName, before: { terms: 2, clicks: 4 }, after: { terms: 1, clicks: 3 } },
      { action: 'created', resourceName, after: { terms: 2, clicks: 4, impressions: 11 } },
    ]);
    expect(JSON.stringify(events)).not.toContain('🛒');
    await new CustomDomains(store).delete(accountUuid, upstream.uuid, domain);
    expect(await imports.find(domain, second?.uuid ?? '')).toBeUndefined();
    expect(await terms.within(domain, all)).toEqual([]);
    expect(await terms.replace(domain, october, [])).toBeUndefined();
    expect(await imports.find(other, kept?.uuid ?? '')).toEqual(kept);
    await imports.delete(other, kept?.uuid ?? '');
    expect(await terms.within(other, all)).toEqual([]);
  });

  test('two nodes that import one range at once leave one import', async () => {
    const { location, domain, imports, terms } = await openWithDomains();
    const nodes = [terms, new SearchTerms(await openStore(location))];
    const made = await Promise.all(
      nodes.map((node, at) => node.replace(domain, october, [['a', at, 1, 100]])),
    );
    expect(made[0]?.uuid).toBe(made[1]?.uuid);
    const { entities } = await imports.list(domain, {
      sort: { field: 'created_at', direction: 'desc' },
      limit: 10,
      offset: 0,
    });
    expect(entities).toHaveLength(1);
    const [stored] = await terms.within(domain, october);
    expect(JSON.parse(stored?.rows ?? '')).toEqual([['a', entities[0]?.clicks, 1, 100]]);
  });

  test('the limits hold for a domain, and what is replaced makes room', async () => {
    const { store, domain, other, terms } = await openWithDomains();
    const many = Array.from({ length: maxTerms - 1 }, (_, n): SearchTerm => [`term ${n}`, 0, 1, 100]);
    await terms.replace(domain, october, many);
    const november = { from: '2026-11-01', to: '2026-11-30' };
    await terms.replace(domain, november, [['a', 0, 1, 100]]);
    const two: SearchTerm[] = [
      ['a', 0, 1, 100],
      ['b', 0, 1, 100],
    ];
    await expect(terms.replace(domain, november, two)).rejects.toMatchObject({
      code: 'too_many_search_terms',
    });
    await terms.replace(domain, october, many.slice(1));
    expect(await terms.replace(domain, november, two)).toMatchObject({ terms: 2 });
    await terms.replace(other, { from: '1970-01-01', to: '1970-01-01' }, []);
    const row = { custom_domain_uuid: other, from: '1970-01-01', terms: 0, clicks: 0, impressions: 0 };
    const rows = Array.from({ length: maxImports - 1 }, (_, n) => ({
      ...row,
      uuid: `import ${n}`,
      to: dayAfter('1970-01-02', n),
      created_at: 0,
      updated_at: 0,
    }));
    await store.database.transaction((trx) =>
      trx.withTables<SearchTermTables>().insertInto('search_term_imports').values(rows).execute(),
    );
    await expect(terms.replace(other, october, [])).rejects.toMatchObject({ code: 'too_many_search_terms' });
    expect(await terms.replace(other, { from: '1970-01-01', to: '1970-01-01' }, two)).toBeDefined();
  });

  test('reports are those of a model that goes by days', async () => {
    const { domain, terms } = await openWithDomains();
    const term = fc.tuple(
      fc.constantFrom('a', 'b', 'B', 'ä', '🛒'),
      fc.nat(3),
      fc.nat(4),
      fc.integer({ min: 100, max: 2_000 }),
    );
    const file = fc.record({
      first: fc.nat(20),
      days: fc.nat(6),
      terms: fc.uniqueArray(term, { selector: ([name]) => name }),
    });
    const asked = fc.record({ first: fc.nat(10), days: fc.nat(20), limit: fc.integer({ min: 1, max: 6 }) });
    const imported = new Map<string, File>();
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 3 }), asked, async (files, { first, days, limit }) => {
        for (const each of files) {
          const range = rangeOf(each);
          await terms.replace(domain, range, each.terms);
          imported.set(`${range.from} ${range.to}`, each);
        }
        const answer = await sumTerms(await terms.within(domain, rangeOf({ first, days })), limit);
        expect(answer).toEqual(modelOf([...imported.values()], first, first + days, limit));
      }),
      { numRuns: 60 },
    );
  });
});

type File = { readonly first: number; readonly days: number; readonly terms: readonly SearchTerm[] };

function rangeOf({ first, days }: { readonly first: number; readonly days: number }) {
  return { from: dayAfter('2026-10-20', first), to: dayAfter('2026-10-20', first + days) };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Gives each day to one file, the longest and latest first, and takes the files whose days are all free. */
function modelOf(files: readonly File[], from: number, to: number, limit: number) {
  const taken = new Set<number>();
  const sums = new Map<string, { clicks: bigint; impressions: bigint; hundredths: bigint }>();
  const longest = Math.max(0, ...files.map(({ days }) => days));
  for (let days = longest; days >= 0; days--)
    for (let last = to; last - days >= from; last--) {
      const file = files.find((each) => each.days === days && each.first + days === last);
      const own = Array.from({ length: days + 1 }, (_, at) => last - at);
      if (!file || own.some((day) => taken.has(day))) continue;
      for (const day of own) taken.add(day);
      for (const [name, clicks, impressions, hundredths] of file.terms) {
        const sum = sums.get(name) ?? { clicks: 0n, impressions: 0n, hundredths: 0n };
        sum.clicks += BigInt(clicks);
        sum.impressions += BigInt(impressions);
        sum.hundredths += BigInt(hundredths) * BigInt(impressions);
        sums.set(name, sum);
      }
    }
  const rows = Array.from(sums, ([name, { clicks, impressions, hundredths }]) => ({
    name,
    clicks: Number(clicks),
    impressions: Number(impressions),
    position: impressions === 0n ? null : Number((2n * hundredths + impressions) / (2n * impressions)) / 100,
  }));
  const order = (row: (typeof rows)[number]) => [-row.clicks, -row.impressions] as const;
  return rows
    .toSorted((a, b) => {
      const [x, y] = [order(a), order(b)];
      return x[0] - y[0] || x[1] - y[1] || (a.name < b.name ? -1 : 1);
    })
    .slice(0, limit);
}
