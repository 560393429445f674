/** When a certificate is renewed, and when that is rehearsed. Source: docs/reference/acme.md ("Renewal", "Rehearsals"). */
import { dayMs, hourMs } from './time.ts';

export type Lifetime = { readonly notBefore: number; readonly expiresAt: number };
type Issued = Lifetime & {
  readonly fingerprint: string;
  /** As the authority suggests, or as the next attempt after a failure is planned; undefined and null: by the lifetime. */
  readonly renewAt?: number | null;
};

/** Spreads the renewals of certificates that were ordered together. */
const renewalSpread = 1 / 20;
/** Lifetimes below are short: half of one is left at a renewal, and renewals are rehearsed more often. */
const shortLifetimeMs = 10 * dayMs;
const rehearseBeforeMs = 14 * dayMs;

/** A certificate's fixed position within any span of time, from 0 to 1. */
export function placeOf(fingerprint: string): number {
  return Number.parseInt(fingerprint.replaceAll(':', '').slice(0, 8), 16) / 2 ** 32;
}

/** A third of the lifetime before the end, of a short one half of it, or up to a twentieth earlier; `place` is from 0 to 1. */
export function renewalTime(notBefore: number, expiresAt: number, place: number): number {
  const lifetime = expiresAt - notBefore;
  const left = isShort({ notBefore, expiresAt }) ? lifetime / 2 : lifetime / 3;
  return Math.floor(expiresAt - left - lifetime * renewalSpread * place);
}

/** The latest time at which an authority's suggestion is followed: before a tenth of the lifetime is left, of a short one half of it. */
export function latestSuggestion({ notBefore, expiresAt }: Lifetime): number {
  const lifetime = expiresAt - notBefore;
  return Math.floor(expiresAt - (isShort({ notBefore, expiresAt }) ? lifetime / 2 : lifetime / 10));
}

/** When a certificate is renewed. */
export function renewalDueAt({ notBefore, expiresAt, fingerprint, renewAt }: Issued): number {
  // A time from before this certificate was that of the one before.
  if (renewAt != null && renewAt > notBefore) return renewAt;
  return renewalTime(notBefore, expiresAt, placeOf(fingerprint));
}

/** The first rehearsal of a renewal: 14 days before it is due, but not before a day after the certificate was issued. */
export function firstRehearsalAt(certificate: Issued): number {
  return Math.max(renewalDueAt(certificate) - rehearseBeforeMs, certificate.notBefore + dayMs);
}

export function rehearsalIntervalMs(lifetime: Lifetime): number {
  return isShort(lifetime) ? 6 * hourMs : dayMs;
}

function isShort({ notBefore, expiresAt }: Lifetime): boolean {
  return expiresAt - notBefore < shortLifetimeMs;
}
