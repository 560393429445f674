/**
 * What a record keeps of where a request or a view came from: scheme and host of the referrer, and its path where the
 * domain records paths. Source: docs/reference/enrichment.md ("Sources of requests", "Referrers").
 */

const campaign = /(?:^|&)(?:utm_source|ref)=([^&]+)/i;
/** What follows the scheme, and then the user information, of a URL with an authority; browsers take `\` for `/`. */
const origin = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#\\]*@)?([^/?#\\@]+)/i;
const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+([/\\][^?#]+)/i;
/** No host is longer, and no name of a campaign. */
const maxReferrer = 270;
const maxCampaign = 768;
/** With user information, of which nothing is kept. */
const maxOrigin = 512;
/** Behind the longest origin, more than is stored. */
const maxPath = 1024;

/** Scheme and host of a referrer: its path and query may be a secret. '' for what is no URL. */
export function referrerOrigin(referrer: string): string {
  if (referrer === '') return '';
  const start = referrer.indexOf('://') + 3;
  if (start === 2) return '';
  const end = referrer.indexOf('/', start);
  const plain = referrer.slice(0, Math.min(end < 0 ? referrer.length : end, maxReferrer));
  return plain.includes('@') || plain.includes('?') || plain.includes('#') ? anyOrigin(referrer) : plain;
}

/** As {@link referrerOrigin}, of any text; without user information. */
export function anyOrigin(referrer: string): string {
  const [, scheme = '', host = ''] = origin.exec(referrer.slice(0, maxOrigin)) ?? [];
  return (scheme + host).toWellFormed();
}

/** The path of a referrer, without query and fragment; '' for `/` and for what is no URL. */
export function referrerPath(referrer: string): string {
  const [, found = ''] = path.exec(referrer.slice(0, maxOrigin + maxPath)) ?? [];
  return found.replaceAll('\\', '/').toWellFormed();
}

/** The value of `utm_source` or `ref`, whichever comes first in a query, as it was sent. */
export function campaignSourceIn(query: string): string {
  return query === '' ? '' : (campaign.exec(query)?.[1]?.slice(0, maxCampaign) ?? '');
}
