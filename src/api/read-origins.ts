/** Reads lists of origins. Source: docs/reference/connect-page.md ("Shared statistics"). */
import { parseOrigin } from '../core/origin.ts';
import type { Reading } from '../resources/definition.ts';

/** Reads at most `most` origins that are allowed, each once. */
export function readOrigins(
  given: unknown,
  most: number,
  isAllowed: (origin: string) => boolean = () => true,
): Reading<readonly string[]> {
  // A form has one text.
  const items: readonly unknown[] | undefined = Array.isArray(given)
    ? given
    : typeof given === 'string'
      ? given.split(/[\s,]+/).filter((item) => item !== '')
      : undefined;
  if (!items || items.length > most) return { ok: false };
  const origins: string[] = [];
  for (const item of items) {
    const origin = typeof item === 'string' ? parseOrigin(item) : undefined;
    if (origin === undefined || !isAllowed(origin)) return { ok: false };
    origins.push(origin);
  }
  return { ok: true, value: [...new Set(origins)] };
}
