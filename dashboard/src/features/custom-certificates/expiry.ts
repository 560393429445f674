/** How much life a certificate has left, in words and in the colour that goes with them. */
import { dayMs } from '../../../../src/core/time.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Validity = {
  readonly state: 'not_yet_valid' | 'valid' | 'soon' | 'urgent' | 'critical' | 'expired';
  readonly tone: Tone;
  readonly words: string;
};

/** Thresholds: 30 days to plan, 14 as the service warns first, 3 as it warns last. */
export function validityOf(
  certificate: { readonly not_before: string; readonly expires_at: string },
  nowMs: number = Date.now(),
): Validity {
  const left = Date.parse(certificate.expires_at) - nowMs;
  if (left <= 0) return { state: 'expired', tone: 'danger', words: 'Expired' };
  if (Date.parse(certificate.not_before) > nowMs)
    return { state: 'not_yet_valid', tone: 'accent', words: 'Not valid yet' };
  const days = Math.floor(left / dayMs);
  if (days < 3) return { state: 'critical', tone: 'danger', words: 'Expires within 3 days' };
  if (days < 14) return { state: 'urgent', tone: 'warning', words: 'Expires within 14 days' };
  if (days < 30) return { state: 'soon', tone: 'warning', words: 'Expires within 30 days' };
  return { state: 'valid', tone: 'success', words: 'Valid' };
}

/** How much of the time between its first and its last moment has passed, 0 to 1. */
export function passedShare(
  certificate: { readonly not_before: string; readonly expires_at: string },
  nowMs: number = Date.now(),
): number {
  const begin = Date.parse(certificate.not_before);
  const end = Date.parse(certificate.expires_at);
  return end <= begin ? 1 : Math.min(1, Math.max(0, (nowMs - begin) / (end - begin)));
}
