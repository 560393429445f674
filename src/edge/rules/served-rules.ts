/**
 * A host's rules as a worker serves them. Source: docs/reference/rules.md, docs/reference/edge.md ("Workers").
 *
 * What the revision log says of rules is only that they changed. A worker reads them from its file, and compiles them before
 * it confirms the change. A file that lacks them, because it can't be written just now, leaves the rules as they were: the
 * worker tries again each second.
 */
import type { RulesEntry, RulesRoute, RulesSource, UpstreamRoute } from '../../core/route.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import type { Rule } from '../../rules/rule.ts';

export type ServedRules = {
  /** As the routes have it. */
  readonly route: RulesRoute;
  /** Of `compiled`, which may be newer than the route, or older; null: there was nothing to read. */
  readonly read: Pick<RulesEntry, 'uuid' | 'accountUuid' | 'version'> | null;
  /** Undefined: not in memory just now. */
  readonly compiled: CompiledRules | undefined;
  readonly upstreams: ReadonlyMap<string, UpstreamRoute>;
};

const noRules = CompiledRules.of([]);

/** Reads and compiles the rules of hosts, as far as they are wanted in memory; those that `current` has already are kept. */
export async function serveRules(
  routes: ReadonlyMap<string, RulesRoute>,
  current: ReadonlyMap<string, ServedRules>,
  source: RulesSource,
  isWanted: (list: RulesEntry) => boolean,
): Promise<Map<string, ServedRules>> {
  const served = new Map<string, ServedRules>();
  const missing: string[] = [];
  for (const [host, route] of routes) {
    const { read, compiled } = current.get(host) ?? { read: null, compiled: noRules };
    served.set(host, { route, read, compiled, upstreams: byUuid(route.upstreams) });
    if (!isCurrent(route, read) || compiled === undefined) missing.push(host);
  }
  if (missing.length === 0) return served;
  for await (const { host, uuid, accountUuid, version, rules } of source.rulesOf(missing, isWanted)) {
    const entry = served.get(host);
    const read = { uuid, accountUuid, version };
    if (entry && (isCurrent(entry.route, read) || entry.read === null || entry.compiled === undefined))
      served.set(host, { ...entry, read, compiled: rules === undefined ? undefined : await compile(rules) });
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
export function isCurrent({ uuid, version }: RulesRoute, read: ServedRules['read']): boolean {
  if (!read) return false;
  // Of rules that were deleted and made again, later ones have a greater uuid.
  return read.uuid === uuid ? read.version >= version : read.uuid > uuid;
}

/** 100,000 rules take 0.4 s: a quarter of it to parse, a fifth to index, and the rest rule by rule. */
async function compile(json: string): Promise<CompiledRules> {
  const list: Rule[] = JSON.parse(json);
  const compiling = CompiledRules.compile(list);
  for (;;) {
    await turn();
    const { done, value } = compiling.next();
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
