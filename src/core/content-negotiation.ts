/**
 * Which form of a file a client accepts, and whether it already has it.
 * Source: RFC 9110 sections 8.8.3 (ETag), 12.5.3 (Accept-Encoding), 12.5.1 (Accept) and 13.1.2 (If-None-Match).
 */

/** The codings that files are kept in, the smallest first. */
export const contentCodings = ['br', 'gzip', 'identity'] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** Chooses the smallest form that the client takes; `identity` is always there. */
export function preferredCoding(
  acceptEncoding: string | undefined,
  available: readonly ContentCoding[] = contentCodings,
): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const offers = new Map(acceptEncoding.toLowerCase().split(',').map(parseOffer));
  const takes = (coding: ContentCoding) => (offers.get(coding) ?? offers.get('*') ?? 0) > 0;
  // Identity is the fallback even if the client forbids it, as no file at all would be worse.
  return (
    contentCodings.find((coding) => coding !== 'identity' && available.includes(coding) && takes(coding)) ??
    'identity'
  );
}

/** The codings that answers are compressed in as they pass, the smallest first. */
export type WantedCoding = 'br' | 'gzip';

/** The one of them that a client wants most; undefined: none, or rather no coding. */
export function wantedCoding(acceptEncoding: string): WantedCoding | undefined {
  if (acceptEncoding === '') return undefined;
  const offers = new Map(acceptEncoding.toLowerCase().split(',').map(parseOffer));
  const weightOf = (coding: WantedCoding) => offers.get(coding) ?? offers.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 && weightOf(best) >= (offers.get('identity') ?? 0) ? best : undefined;
}

/** Tells whether a client would rather have an HTML page than anything else, as browsers say when they open an address. */
export function prefersHtml(accept: string | undefined): boolean {
  const best = preferredType(accept);
  return best === 'text/html' || best === 'application/xhtml+xml';
}

/** Tells whether a client would rather have CSV than anything else. */
export function prefersCsv(accept: string | undefined): boolean {
  return preferredType(accept) === 'text/csv';
}

/** Tells whether If-None-Match names a form's ETag; compares weakly, as it has to. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** The first of the types with the highest weight. */
function preferredType(accept: string | undefined): string {
  const offers = accept?.toLowerCase().split(',').map(parseOffer) ?? [];
  let best: readonly [type: string, weight: number] = ['', 0];
  for (const offer of offers) if (offer[1] > best[1]) best = offer;
  return best[0];
}

function parseOffer(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [coding, Number(weight)];
}
