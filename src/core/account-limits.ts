/** What an account may have and use, so that no other is felt. Source: docs/reference/limits.md. */

/** In the order in which they are shown. */
export const limitNames = [
  'rules',
  'hosts',
  'unproven_hosts',
  'access_tokens',
  'requests_per_minute',
  'webhook_bytes',
  'idempotency_bytes',
  'event_names',
  'property_keys',
] as const;

export type LimitName = (typeof limitNames)[number];
/** Null: none. */
export type Limits = Readonly<Record<LimitName, number | null>>;

const leastRequestsPerMinute = 30_000;

export const defaultLimits: Limits = {
  rules: 100_000,
  hosts: 100_000,
  unproven_hosts: 1_000,
  access_tokens: 1_000,
  requests_per_minute: leastRequestsPerMinute,
  webhook_bytes: 256 * 1024 * 1024,
  idempotency_bytes: 64 * 1024 * 1024,
  event_names: 1_000,
  property_keys: 1_000,
};

/** Those that the first account, the operator's own, has only where they are set for it. */
export const limitsOfOthers: ReadonlySet<LimitName> = new Set([
  'rules',
  'hosts',
  'unproven_hosts',
  'access_tokens',
  'requests_per_minute',
]);

const pairPattern = /^([a-z_]+)=([0-9]+|none)$/;
export const maxLimit: number = Number.MAX_SAFE_INTEGER;

/** Reads `rules=200000`; `none` is null. Undefined where it is none of the names, or no number. */
export function parseLimit(text: string): readonly [LimitName, number | null] | undefined {
  const [, name = '', value = ''] = pairPattern.exec(text) ?? [];
  const known = limitNames.find((each) => each === name);
  if (!known) return undefined;
  if (value === 'none') return [known, null];
  return Number(value) <= maxLimit ? [known, Number(value)] : undefined;
}

/** Reads `rules=200000,hosts=none`; each name at most once. */
export function parseLimits(text: string): Partial<Limits> | undefined {
  const pairs = text.split(',').map((part) => parseLimit(part.trim()));
  const limits = new Map<LimitName, number | null>();
  for (const pair of pairs) {
    if (!pair || limits.has(pair[0])) return undefined;
    limits.set(...pair);
  }
  return Object.fromEntries(limits);
}

/** Of accounts for which nothing else is set; `set` is the installation's, `rateLimit` each caller's requests a minute (0: none). */
export function installationLimits(set: Partial<Limits>, rateLimit: number): Limits {
  const requests = rateLimit === 0 ? null : Math.max(leastRequestsPerMinute, 5 * rateLimit);
  return { ...defaultLimits, requests_per_minute: requests, ...set };
}
