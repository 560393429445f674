import { describe, expect, it } from 'vitest';
import { plainRule, sourceOf } from '../../test/support/composed-edge.ts';
import { pathMatches } from '../core/match-path.ts';
import type { RedirectRoute } from '../core/redirect-route.ts';
import type { HostRoutes } from '../core/route.ts';
import { RoutingTable } from './routing-table.ts';

const route = (host: string, destinationUrl = 'https://dest.example'): HostRoutes => ({
  host,
  redirect: { ...plainRule, destinationUrl },
  domain: null,
});

/** The host's redirect, if it is for the path. */
function match(table: RoutingTable, host: string, path: string): RedirectRoute | undefined {
  const found = table.redirectOf(host);
  return found && pathMatches(found.matcher, path) ? found : undefined;
}

async function tableAt(revision: number): Promise<RoutingTable> {
  const table = new RoutingTable();
  await table.load(sourceOf({ 'a.example': {}, 'b.example': { matchPath: 'old*' } }, revision));
  return table;
}

describe('a routing table', () => {
  it('matches hosts and paths', async () => {
    const table = await tableAt(5);
    expect(table.revision).toBe(5);
    expect(table.size).toBe(2);
    expect(match(table, 'a.example', '/x')?.status).toBe(301);
    expect(match(table, 'b.example', '/older')).toBeDefined();
    expect(match(table, 'b.example', '/new')).toBeUndefined();
    expect(match(table, 'c.example', '/')).toBeUndefined();
  });

  it('has the hosts of its rules, and no others', async () => {
    const table = await tableAt(5);
    expect(['a.example', 'b.example', 'c.example'].map((host) => table.has(host))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('loads more hosts than fit in a page', async () => {
    const rules = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`h${i}.example`, {}]));
    const table = new RoutingTable();
    await table.load(sourceOf(rules));
    expect(table.size).toBe(20_000);
  });

  it('keeps the old routes until a load is complete, and when it fails', async () => {
    const table = await tableAt(5);
    await expect(
      table.load({
        position: async () => ({ revision: 9, mark: '' }),
        routesAfter: () => Promise.reject(new Error('away')),
      }),
    ).rejects.toThrow('away');
    expect(table.revision).toBe(5);
    expect(match(table, 'a.example', '/')).toBeDefined();
  });

  it('applies a patch, twice if need be', async () => {
    const table = await tableAt(5);
    const patch = {
      fromRevision: 5,
      toRevision: 7,
      mark: '',
      hosts: [route('c.example'), { host: 'a.example', redirect: null, domain: null }],
    };
    for (let i = 0; i < 2; i++) {
      expect(table.apply(patch)).toBe('applied');
      expect(table.revision).toBe(7);
      expect(match(table, 'c.example', '/')).toBeDefined();
      expect(match(table, 'a.example', '/')).toBeUndefined();
    }
  });

  it('refuses a patch that would leave a gap', async () => {
    const table = await tableAt(5);
    expect(table.apply({ fromRevision: 6, toRevision: 7, mark: '', hosts: [route('c.example')] })).toBe(
      'gap',
    );
    expect(table.revision).toBe(5);
    expect(match(table, 'c.example', '/')).toBeUndefined();
  });

  it('does not go back to what an older patch says', async () => {
    const table = await tableAt(5);
    table.apply({
      fromRevision: 5,
      toRevision: 8,
      mark: '',
      hosts: [route('a.example', 'https://new.example')],
    });
    table.apply({
      fromRevision: 5,
      toRevision: 7,
      mark: '',
      hosts: [route('a.example', 'https://old.example')],
    });
    expect(match(table, 'a.example', '/')?.template.beforePath).toBe('https://new.example');
    expect(table.revision).toBe(8);
  });

  it('serves a new destination after the old one has been used', async () => {
    const table = await tableAt(5);
    expect(match(table, 'a.example', '/')?.template.beforePath).toBe('https://dest.example');
    table.apply({
      fromRevision: 5,
      toRevision: 6,
      mark: '',
      hosts: [route('a.example', 'http://x.example/y/')],
    });
    expect(match(table, 'a.example', '/')?.template.beforePath).toBe('http://x.example/y');
  });

  it('has nothing for a destination that cannot be parsed', async () => {
    const table = new RoutingTable();
    await table.load(sourceOf({ 'a.example': { destinationUrl: 'nonsense' } }));
    expect(match(table, 'a.example', '/')).toBeUndefined();
  });
});
