/** How long a new token is to work, and how much of that an old one has left. */
import { dayMs } from '../../../../src/core/time.ts';
import type { Tone } from '../../ui/badge.tsx';

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'date', label: 'Custom date' },
  { value: 'never', label: 'No expiry' },
] as const;

export type Lifetime = (typeof lifetimes)[number]['value'];

/** The instant to send; undefined while no day is chosen. A chosen day is included, in the reader's own zone. */
export function expiresAt(
  lifetime: Lifetime,
  day: string,
  nowMs: number = Date.now(),
): string | null | undefined {
  if (lifetime === 'never') return null;
  if (lifetime !== 'date') return new Date(nowMs + Number(lifetime) * dayMs).toISOString();
  const end = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T23:59:59`) : undefined;
  return end === undefined || Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** What is wrong with a chosen day. */
export function dayProblem(lifetime: Lifetime, day: string, nowMs: number = Date.now()): string | undefined {
  if (lifetime !== 'date') return undefined;
  const end = expiresAt(lifetime, day, nowMs);
  if (typeof end !== 'string') return 'Choose the last day the token works.';
  return Date.parse(end) <= nowMs ? 'Choose today or a later day.' : undefined;
}

/** Days before its end from which a token is marked. */
const soonDays = 14;

export function tokenState(
  endsAt: string | null,
  nowMs: number = Date.now(),
): { readonly words: string; readonly tone: Tone } | undefined {
  if (endsAt === null) return undefined;
  const left = Date.parse(endsAt) - nowMs;
  if (left <= 0) return { words: 'Expired', tone: 'danger' };
  return left < soonDays * dayMs ? { words: 'Expires soon', tone: 'warning' } : undefined;
}
