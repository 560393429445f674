/**
 * Addresses that crawlers come from, as their operators publish them. Source: docs/reference/bots.md ("Ranges"), and the pages named
 * here.
 */

/** When these were published, in milliseconds since the Unix epoch. */
export const packagedRangesAtMs: number = Date.UTC(2026, 7, 22);

/** developers.google.com/static/crawling/ipranges/common-crawlers.json, without those in Google Cloud */
const google = [
  '66.249.64.0/20',
  '192.178.4.0/24',
  '192.178.5.0/27',
  '192.178.6.0/23',
  '2001:4860:4801::/56',
];
/** bing.com/toolbox/bingbot.json */
const bing = [
  '13.66.139.0/24',
  '13.66.144.0/24',
  '13.67.10.16/28',
  '13.69.66.240/28',
  '13.71.172.224/28',
  '20.15.133.160/27',
  '20.36.108.32/28',
  '20.43.120.16/28',
  '20.74.197.0/28',
  '20.79.107.240/28',
  '20.125.163.80/28',
  '40.77.139.0/25',
  '40.77.167.0/24',
  '40.77.177.0/24',
  '40.77.178.0/23',
  '40.77.188.0/22',
  '40.77.202.0/24',
  '40.79.131.208/28',
  '40.79.186.176/28',
  '51.105.67.0/28',
  '52.167.144.0/24',
  '52.231.148.0/28',
  '65.55.210.0/24',
  '139.217.52.0/28',
  '157.55.39.0/24',
  '191.233.204.224/28',
  '199.30.24.0/23',
  '207.46.13.0/24',
];
/** search.developer.apple.com/applebot.json */
const apple = [
  '17.22.237.0/24',
  '17.22.245.0/24',
  '17.22.253.0/24',
  '17.241.75.0/24',
  '17.241.193.160/27',
  '17.241.200.160/27',
  '17.241.208.160/27',
  '17.241.219.0/24',
  '17.241.227.0/24',
  '17.246.15.0/24',
  '17.246.19.0/24',
  '17.246.23.0/24',
];
/** openai.com/gptbot.json, those that were still there in October */
const openAi = [
  '4.227.36.0/25',
  '20.125.66.80/28',
  '20.171.206.0/23',
  '52.230.152.0/24',
  '74.7.175.128/25',
  '74.7.227.0/24',
  '74.7.228.0/25',
  '74.7.230.0/25',
  '74.7.241.0/24',
  '74.7.242.0/25',
  '74.7.243.128/25',
  '74.7.244.0/25',
  '132.196.86.0/24',
  '172.182.202.0/25',
  '172.182.207.0/25',
];
/** index.commoncrawl.org/ccbot.json: its IPv6 addresses have no hosts */
const commonCrawl = [
  '3.41.188.32/29',
  '18.97.9.168/29',
  '18.97.14.80/29',
  '18.97.14.88/30',
  '2600:1f28:365:8000::/56',
];

export const crawlerRangeTable: Readonly<Record<string, readonly string[]>> = {
  Googlebot: google,
  'Googlebot-Image': google,
  'Googlebot-Mobile': google,
  'Googlebot-News': google,
  'Googlebot-Video': google,
  GoogleOther: google,
  'Google-CloudVertexBot': google,
  'Google-InspectionTool': google,
  'Storebot-Google': google,
  Bingbot: bing,
  Applebot: apple,
  GPTBot: openAi,
  CCBot: commonCrawl,
};
