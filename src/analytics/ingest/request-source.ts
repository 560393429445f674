/**
 * What a record keeps of where a request came from: no more than its source is found by. Source:
 * docs/reference/enrichment.md ("Sources of requests").
 */

const campaign = /(?:^|&)(?:utm_source|ref)=([^&]+)/i;
/** No host is longer, and no name of a campaign. */
const maxReferrer = 270;
const maxCampaign = 768;

/** Scheme and host of a referrer: its path and query may be a secret. '' for what is no URL, or has user info. */
export function referrerOrigin(referrer: string): string {
  if (referrer === '') return '';
  const start = referrer.indexOf('://') + 3;
  if (start === 2) return '';
  const end = referrer.indexOf('/', start);
  const origin = referrer.slice(0, Math.min(end < 0 ? referrer.length : end, maxReferrer));
  return origin.includes('@') || origin.includes('?') || origin.includes('#') ? '' : origin;
}

/** The value of `utm_source` or `ref`, whichever comes first in a query, as it was sent. */
export function campaignSourceIn(query: string): string {
  return query === '' ? '' : (campaign.exec(query)?.[1]?.slice(0, maxCampaign) ?? '');
}
