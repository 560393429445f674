/** The external link for a label. Only plain addresses, as labels are untrusted. */
import type { LabelKind } from './ranked-report.ts';

const hostOnly = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}$/;

/** The address of a source that is a host, or of a path on the domain; undefined where there is none. */
export function outwardLink(
  kind: LabelKind,
  label: string,
  /** Of the domain: `https://shop.example.com`. */
  origin: string | undefined,
): string | undefined {
  if (kind === 'source') return hostOnly.test(label) ? checked('/', `https://${label}`) : undefined;
  if (kind !== 'path' || origin === undefined || !label.startsWith('/')) return undefined;
  return checked(label.replaceAll('?', '%3F').replaceAll('#', '%23'), origin);
}

function checked(path: string, origin: string): string | undefined {
  try {
    const url = new URL(`${origin}${path}`);
    return url.origin === origin && url.username === '' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
