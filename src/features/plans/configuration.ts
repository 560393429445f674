/** What an account has, as the document that would plan nothing. Source: docs/reference/plans.md ("Exporting"). */

import { LoopTurns } from '../../core/loop-turns.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import type { Kind, Scope } from './kind.ts';
import { kindsOf } from './kinds/kinds.ts';
import { hostOf, upstreamKeys } from './kinds/upstreams.ts';
import type { Attributes } from './operation.ts';

/** JSON; in the order of kinds and of what they are matched by. */
export async function exportConfiguration(parts: RouteParts, accountUuid: string): Promise<Buffer> {
  const scope: Scope = { accountUuid, store: parts.store, isLocking: false };
  const upstreams = namesOf(await upstreamKeys(scope));
  const lists: Buffer[] = [];
  for (const kind of kindsOf(parts)) {
    const entries = await entriesOf(kind, scope, upstreams);
    const list = kind.name === 'brand' ? (entries[0] ?? '{}') : `[${entries.join(',')}]`;
    lists.push(Buffer.from(`${lists.length > 0 ? ',' : '{'}"${kind.name}":${list}`));
  }
  return Buffer.concat([...lists, Buffer.from('}')]);
}

async function entriesOf<E>(
  kind: Kind<E>,
  scope: Scope,
  upstreams: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const found = [...(await kind.find(scope, 'all'))].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const entries: string[] = [];
  const turns = new LoopTurns();
  for (const one of found) {
    await turns.next();
    entries.push(objectOf(kind.entryOf(one, await kind.attributesOf(one, scope), upstreams)));
  }
  return entries;
}

function objectOf(attributes: Attributes): string {
  return `{${Object.entries(attributes)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;
}

/** Names by uuid: the host where no other upstream has it. */
function namesOf(keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ofHost = new Map<string, number>();
  for (const host of [...keys.values()].map(hostOf)) ofHost.set(host, (ofHost.get(host) ?? 0) + 1);
  const taken = new Map<string, number>();
  const inOrder = [...keys].toSorted(([uuid, key], [other, otherKey]) =>
    key === otherKey ? (uuid < other ? -1 : 1) : key < otherKey ? -1 : 1,
  );
  return new Map(
    inOrder.map(([uuid, key]) => {
      const host = hostOf(key);
      const name = ofHost.get(host) === 1 ? host : key;
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      return [uuid, count === 1 ? name : `${name} (${count})`];
    }),
  );
}
