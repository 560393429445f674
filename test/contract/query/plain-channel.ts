/** The channel of a visit as docs/reference/enrichment.md ("Channels") defines it, one visit at a time. */
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { sourceOf } from '../../../src/analytics/lookup/source.ts';
import { sourceCategories } from '../../../src/analytics/lookup/source-table.ts';

export type Campaign = Pick<PageviewRow, 'source' | 'utm_source' | 'utm_medium' | 'utm_campaign'>;

const emails: ReadonlySet<string> = new Set(['email', 'e-mail', 'e_mail', 'e mail']);

export function plainChannel(visit: Campaign): string {
  const medium = visit.utm_medium.toLowerCase();
  const campaign = visit.utm_campaign.toLowerCase();
  const utmSource = visit.utm_source.toLowerCase();
  const category =
    utmSource === '' ? sourceCategories.get(visit.source) : sourceCategories.get(nameOf(utmSource));
  const isPaid =
    medium.includes('cp') || medium === 'ppc' || medium === 'retargeting' || medium.startsWith('paid');
  const isOf = (...media: string[]): boolean => media.includes(medium);
  if (campaign.includes('cross-network')) return 'Cross-network';
  if (isPaid && category === 'shopping') return 'Paid Shopping';
  if (isPaid && category === 'search') return 'Paid Search';
  if (isPaid && category === 'social') return 'Paid Social';
  if (isPaid && category === 'video') return 'Paid Video';
  if (isOf('display', 'banner', 'expandable', 'interstitial', 'cpm')) return 'Display';
  if (isPaid) return 'Paid Other';
  if (category === 'shopping' || isAboutShops(campaign)) return 'Organic Shopping';
  if (
    category === 'social' ||
    isOf('social', 'social-network', 'social-media', 'sm', 'social network', 'social media')
  )
    return 'Organic Social';
  if (category === 'video' || medium.includes('video')) return 'Organic Video';
  if (category === 'assistant') return 'AI Assistants';
  if (category === 'search' || medium === 'organic') return 'Organic Search';
  if (emails.has(utmSource) || emails.has(medium)) return 'Email';
  if (medium === 'affiliate') return 'Affiliates';
  if (medium === 'audio') return 'Audio';
  if (utmSource === 'sms' || medium === 'sms') return 'SMS';
  if (medium.endsWith('push') || medium.includes('mobile') || medium.includes('notification'))
    return 'Mobile Push Notifications';
  if (utmSource === 'firebase') return 'Mobile Push Notifications';
  if (isOf('referral', 'app', 'link') || utmSource !== '') return 'Referral';
  return visit.source === 'Direct' || visit.source === '' ? 'Direct' : 'Referral';
}

/** Whether "shop" is there, but not as in "workshop" or "bishop"; "eshop" and "e-shop" are shops, and so is "shopping" anywhere. */
function isAboutShops(campaign: string): boolean {
  const letters = 'abcdfghijklmnopqrstuvwxyz';
  return (
    campaign.includes('shopping') ||
    [...campaign.matchAll(/shop/g)].some(({ index }) => !letters.includes(campaign[index - 1] ?? '-'))
  );
}

/** The name in the table of what a utm_source says, in lower case: a name, or a host. */
function nameOf(utmSource: string): string {
  const named = [...sourceCategories.keys()].find((name) => name.toLowerCase() === utmSource);
  const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(utmSource);
  return named ?? (isHost ? sourceOf(`https://${utmSource}/`, '') : '');
}
