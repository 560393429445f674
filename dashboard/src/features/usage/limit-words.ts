/** An account's limits in words. Source: docs/reference/limits.md. */
import type { LimitName } from '../../../../src/core/account-limits.ts';
import { formatBytes, formatInteger } from '../../format/numbers.ts';
import type { Tone } from '../../ui/badge.tsx';

type Words = {
  readonly title: string;
  /** What it is, and what happens beyond it. */
  readonly note: string;
};

const refused = 'Beyond it, new ones are refused.';

const words: Readonly<Record<LimitName, Words>> = {
  rules: { title: 'Rules', note: `On all hosts together. ${refused}` },
  hosts: { title: 'Hosts', note: `Of domains, redirects and rules. ${refused}` },
  unproven_hosts: {
    title: 'Unproven hosts',
    note: 'Older than 14 days, and no DNS record, proof or request has led here. Beyond it, new hosts are refused.',
  },
  access_tokens: { title: 'Access tokens', note: `Expired ones count. ${refused}` },
  requests_per_minute: {
    title: 'API requests per minute',
    note: 'Of all access tokens together. Beyond it, requests are refused for the rest of the minute.',
  },
  webhook_bytes: {
    title: 'Pending webhook events',
    note: 'Beyond it, the oldest deliveries are canceled.',
  },
  idempotency_bytes: {
    title: 'Answers kept for idempotency keys',
    note: 'Beyond it, the oldest answers are dropped.',
  },
  event_names: {
    title: 'Event names per day',
    note: 'Of the domain with the most. Beyond it, new names are dropped.',
  },
  property_keys: {
    title: 'Property keys per day',
    note: 'Of the domain with the most. Beyond it, new keys are dropped.',
  },
};

/** From this share on, in percent, a limit is marked. */
const nearFrom = 80;

/** Words for a limit that this page doesn't know yet are its name's. */
export function wordsOf(name: string): Words {
  return Object.hasOwn(words, name)
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of them
      words[name as LimitName]
    : { title: name.replaceAll('_', ' '), note: '' };
}

export function formatAmount(name: string, amount: number): string {
  return name.endsWith('_bytes') ? formatBytes(amount) : formatInteger(amount);
}

export type Nearness = {
  /** Of what is allowed, 0 to 100 and above. */
  readonly percentage: number;
  readonly mark: { readonly tone: Tone; readonly word: string } | undefined;
};

/** How near an account is to a limit; undefined where there is none. */
export function nearnessOf(used: number, allowed: number | null): Nearness | undefined {
  if (allowed === null) return undefined;
  const percentage = allowed === 0 ? (used === 0 ? 0 : 100) : Math.floor((used / allowed) * 100);
  if (percentage < nearFrom) return { percentage, mark: undefined };
  return used >= allowed
    ? { percentage, mark: { tone: 'danger', word: 'Reached' } }
    : { percentage, mark: { tone: 'warning', word: 'Nearly reached' } };
}
