/**
 * A host's rules as a worker serves them. Source: docs/reference/rules.md, docs/reference/edge.md ("Workers").
 *
 * What the revision log says of rules is only that they changed. A worker reads them from its file, and compiles them before
 * it confirms the change. A file that lacks them, because it can't be written just now, leaves the rules as they were: the
 * worker tries again each second.
 */
import type { RulesEntry, RulesRoute, RulesSource, UpstreamRoute } from '../../core/route.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import { StoredRuleList } from './stored-rule-list.ts';

export type ServedRules = {
  /** As the routes have it. */
  readonly route: RulesRoute;
  /** Of `compiled`, which may be newer than the route, or older; null: there was nothing to read. */
  readonly read:
    | (Pick<RulesEntry, 'uuid' | 'accountUuid' | 'version'> & {
        /** What it took, compiled; undefined until then. */
        readonly memoryBytes: number | undefined;
      })
    | null;
  /** Undefined: not in memory just now. */
  readonly compiled: CompiledRules | undefined;
  readonly upstreams: ReadonlyMap<string, UpstreamRoute>;
};

const noRules = CompiledRules.of([]);

/** Whether there is room for a list, of which `bytes` says what it takes once it is compiled. */
export type TakeRoom = (list: RulesEntry, bytes?: number) => boolean;

/** Reads and compiles the rules of hosts, as far as there is room for them; those that `current` has already are kept. */
export async function serveRules(
  routes: ReadonlyMap<string, RulesRoute>,
  current: ReadonlyMap<string, ServedRules>,
  source: RulesSource,
  takeRoom: TakeRoom,
): Promise<Map<string, ServedRules>> {
  const served = new Map<string, ServedRules>();
  const missing: string[] = [];
  for (const [host, route] of routes) {
    const { read, compiled } = current.get(host) ?? { read: null, compiled: noRules };
    served.set(host, { route, read, compiled, upstreams: byUuid(route.upstreams) });
    if (!isCurrent(route, read) || compiled === undefined) missing.push(host);
  }
  if (missing.length === 0) return served;
  for await (const { rules, ...list } of source.rulesOf(missing, (each) => takeRoom(each))) {
    const { host, uuid, accountUuid, version } = list;
    const entry = served.get(host);
    if (entry && (isCurrent(entry.route, list) || entry.read === null || entry.compiled === undefined)) {
      const compiled = rules && (await compile(rules));
      const memoryBytes = compiled?.sizeBytes ?? knownBytes(entry.read, list);
      const fits = compiled !== undefined && takeRoom(list, memoryBytes);
      const read = { uuid, accountUuid, version, memoryBytes };
      served.set(host, { ...entry, read, compiled: fits ? compiled : undefined });
    }
    await turn();
  }
  return served;
}

/** As `serveRules` where nothing can be read: rules stay as they were. */
export function keepRules(
  routes: ReadonlyMap<string, RulesRoute>,
  current: ReadonlyMap<string, ServedRules>,
): Promise<Map<string, ServedRules>> {
  return serveRules(routes, current, { async *rulesOf() {} }, () => false);
}

/** Whether the rules read are at least as new as the route says. */
export function isCurrent(
  { uuid, version }: RulesRoute,
  read: Pick<RulesEntry, 'uuid' | 'version'> | null,
): boolean {
  if (!read) return false;
  // Of rules that were deleted and made again, later ones have a greater uuid.
  return read.uuid === uuid ? read.version >= version : read.uuid > uuid;
}

/** What a list took when it was compiled; undefined if it wasn't yet. */
export function knownBytes(
  read: ServedRules['read'],
  { uuid, version }: Pick<RulesEntry, 'uuid' | 'version'>,
): number | undefined {
  return read?.uuid === uuid && read.version === version ? read.memoryBytes : undefined;
}

/** 100,000 rules take 0.4 s. */
async function compile(json: Uint8Array): Promise<CompiledRules> {
  return await inTurns(CompiledRules.compile(await inTurns(StoredRuleList.read(json))));
}

async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await turn();
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Requests are answered meanwhile. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function byUuid(upstreams: readonly UpstreamRoute[]): ReadonlyMap<string, UpstreamRoute> {
  return new Map(upstreams.map((upstream) => [upstream.uuid, upstream]));
}
