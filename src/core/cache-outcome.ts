/** What caches in front of an upstream did, as its answer says. Source: RFC 9211, docs/reference/proxy.md ("Caches of the upstream"). */

/**
 * `hit`: the answer is a cache's copy. `stale`: a copy that is too old. `revalidated`: a copy that the application confirmed.
 * `miss`: the application's own answer. `bypass`: the same, of a request that caches leave alone.
 */
export const cacheOutcomes = ['hit', 'stale', 'revalidated', 'miss', 'bypass'] as const;
export type CacheOutcome = (typeof cacheOutcomes)[number];

/** Longer fields are no list of caches. */
const maxLength = 1_024;
/** Words of CDNs, the telling ones first: `RefreshHit from cloudfront`, `TCP_MISS`, `HIT, MISS`. */
const words: readonly (readonly [RegExp, CacheOutcome])[] = [
  [/revalidated|refresh/i, 'revalidated'],
  [/stale|updating/i, 'stale'],
  [/hit/i, 'hit'],
  [/miss|expired/i, 'miss'],
  [/bypass|dynamic|pass/i, 'bypass'],
];

/** Of `Cache-Status`, or fields of CDNs' own; undefined: they don't say. */
export function cacheOutcomeOf(cacheStatus: string, ownField: string): CacheOutcome | undefined {
  return ofCacheStatus(cacheStatus.slice(0, maxLength)) ?? ofWords(ownField.slice(0, maxLength));
}

/** A member for each cache, the application's first. */
function ofCacheStatus(field: string): CacheOutcome | undefined {
  const members = field.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  const outcomes = members.map(ofMember).filter((each) => each !== undefined);
  // One that had a copy: the application wasn't asked.
  return outcomes.find((each) => each !== 'miss' && each !== 'bypass') ?? outcomes[0];
}

function ofMember(member: string): CacheOutcome | undefined {
  const field = member.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/;\s*hit(?:\s*;|\s*$|=\?1)/.test(field)) return /;\s*ttl=-/.test(field) ? 'stale' : 'hit';
  const reason = /;\s*fwd=([a-z-]+)/.exec(field)?.[1];
  if (reason === undefined) return undefined;
  if (reason === 'stale' && /;\s*fwd-status=304/.test(field)) return 'revalidated';
  return ['bypass', 'method', 'request'].includes(reason) ? 'bypass' : 'miss';
}

function ofWords(field: string): CacheOutcome | undefined {
  return field === '' ? undefined : words.find(([word]) => word.test(field))?.[1];
}
