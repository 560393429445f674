import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import {
  chromeOnWindows,
  missedCrawlers,
  onAndroid,
  onIphone,
  people,
} from '../../../test/support/user-agents.ts';
import { BotLookup } from './bot.ts';
import { missedBots, peoplePhrases } from './bot-exceptions.ts';
import { productToken } from './product-token.ts';

const lookup = new BotLookup();

test.each([
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'Googlebot',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.207 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['Googlebot-Image', 'Googlebot-Image/1.0'],
  ['AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  ['Mediapartners-Google', 'Mediapartners-Google'],
  ['GoogleOther', 'GoogleOther'],
  [
    'Chrome-Lighthouse',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36 Chrome-Lighthouse',
  ],
  ['Bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  [
    'Bingbot',
    `${chromeOnWindows.replace('(Windows NT 10.0; Win64; x64) ', '')}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
  ],
  [
    'BingPreview',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  ],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['YandexImages', 'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)'],
  ['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  [
    'Applebot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  ['SeznamBot', 'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)'],
  ['Yahoo! Slurp', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  [
    'PetalBot',
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  ],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  [
    'PerplexityBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  ],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  ],
  [
    'Amazonbot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
  ],
  ['AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  ['AhrefsSiteAudit', 'Mozilla/5.0 (compatible; AhrefsSiteAudit/6.1; +http://ahrefs.com/robot/site-audit)'],
  ['SemrushBot', 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'],
  ['MJ12bot', 'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)'],
  ['DotBot', 'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)'],
  ['DataForSeoBot', 'Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)'],
  ['facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  [
    'facebookexternalhit',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  [
    'meta-externalagent',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  ['Twitterbot', 'Twitterbot/1.0'],
  ['LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Slackbot', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['TelegramBot', 'TelegramBot (like TwitterBot)'],
  ['WhatsApp', 'WhatsApp/2.23.20.0 A'],
  ['Pinterestbot', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)'],
  ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
  [
    'archive.org_bot',
    'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  ],
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['python-requests', 'python-requests/2.31.0'],
  ['aiohttp', 'Python/3.11 aiohttp/3.9.1'],
  ['Go-http-client', 'Go-http-client/2.0'],
  ['okhttp', 'okhttp/4.12.0'],
  ['axios', 'axios/1.6.8'],
  ['node-fetch', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['Apache-HttpClient', 'Apache-HttpClient/4.5.14 (Java/17.0.10)'],
  ['Scrapy', 'Scrapy/2.11.0 (+https://scrapy.org)'],
  ['zgrab', 'Mozilla/5.0 zgrab/0.x'],
  ['CensysInspect', 'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)'],
  [
    'HeadlessChrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36',
  ],
  ['WordPress', 'WordPress/6.5.3; https://blog.example'],
  [
    'Amzn-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-SearchBot/1.0) Chrome/118.0.0.0 Safari/537.36',
  ],
  ['Site24x7', `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36 Site24x7`],
])('names %s', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe(name);
});

test.each([
  ['Chrome', `${chromeOnWindows} Chrome/124.0.0.0 Safari/537.36`],
  ['Edge', `${chromeOnWindows} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.80`],
  ['Opera', `${chromeOnWindows} Chrome/123.0.0.0 Safari/537.36 OPR/109.0.0.0`],
  ['Firefox', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
  ],
  ['Safari on a phone', `${onIphone} Version/17.4.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${onIphone} CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', onAndroid('K')],
  ['Samsung', onAndroid('SM-S918B').replace('Chrome', 'SamsungBrowser/24.0 Chrome')],
  ['Cubot phones', onAndroid('CUBOT KINGKONG 9')],
  ['Cubot phones in mixed case', onAndroid('Cubot Note 20')],
  ['a build that a scanner once used', onAndroid('CPH2557 Build/AP3A.240617.008; wv')],
  [
    'the Facebook app',
    `${onIphone} Mobile/15E148 [FBAN/FBIOS;FBAV/461.0.0.40.108;FBBV/592317290;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4.1;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]`,
  ],
  ['the Instagram app', `${onIphone} Mobile/15E148 Instagram 331.0.6.30.91 (iPhone14,5; iOS 17_4_1; en_US)`],
  ['the LinkedIn app', `${onIphone} Mobile/15E148 [LinkedInApp]/9.29.1481`],
  ['the Pinterest app', `${onIphone} Mobile/15E148 [Pinterest/iOS]`],
  ['the Google app', `${onIphone} GSA/315.0.627879305 Mobile/15E148 Safari/604.1`],
  [
    'the TikTok app',
    `${onAndroid('Pixel 7; wv')} musical_ly_2023405030 BytedanceWebview/d8a21c6 NetType/WIFI`,
  ],
  ['the WeChat app', `${onIphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/4G Language/en`],
  ['the KakaoTalk app', `${onAndroid('SM-A536N; wv')};KAKAOTALK 2410600`],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['nobody', ''],
])('takes %s for no bot', (_name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe('');
});

test.each([
  ['ExampleSpider', 'Mozilla/5.0 (compatible; ExampleSpider/2.1; +https://spider.example/about)'],
  ['acme-link-checker', 'acme-link-checker/1.0 (ops@acme.example)'],
  ['InventoryTool', 'InventoryTool/3.1'],
  ['Unknown', '-'],
  ['Unknown', 'Mozilla/5.0'],
  ['Unknown', '12345'],
])('calls a bot nobody knows as it calls itself: %s', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe(name);
});

test.each(people)('takes no person for a bot: %s in %s', (_reason, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe('');
});

test.each([
  [
    'Googlebot',
    `${onAndroid('Google TV Build/EX1A.260101.001; wv')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  ['Googlebot', `${onIphone} Mobile/15E148 [FBAN/FBIOS;FBCR/Google Fi] (compatible; Googlebot/2.1)`],
  ['ExampleBot', 'Mozilla/5.0 (Linux; Android 8.0; ExampleBot/1.0) AppleWebKit/537.36 (KHTML, like Gecko)'],
  ['MetaBot', `${onAndroid('Discovery SE')} MetaIAB Facebook MetaBot/1.0`],
  ['Sogou', 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)'],
  ['Site24x7', `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36 Site24x7 1024x768`],
])('finds %s behind the phrases of people', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toContain(name);
});

test('has a test for each row of people', () => {
  const reasons = people.map(([reason]) => reason);
  for (const [phrase, reason] of peoplePhrases) {
    const own = people.filter(([start]) => reason.startsWith(start));
    expect(own.length, reason).toBeGreaterThan(0);
    for (const [, userAgent] of own) expect(phrase.test(userAgent), userAgent).toBe(true);
  }
  for (const start of new Set(reasons)) {
    expect(
      peoplePhrases.filter(([, reason]) => reason.startsWith(start)),
      start,
    ).toHaveLength(1);
  }
});

test.each(missedCrawlers)('finds %s, which isbot misses', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe(name);
});

test('has a test for each row of the crawlers that isbot misses', () => {
  for (const [phrase] of missedBots)
    expect(
      missedCrawlers.some(([, one]) => phrase.test(one)),
      String(phrase),
    ).toBe(true);
});

test.each([
  [
    'FlipboardBrowserProxy',
    'Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10.6; en-US; rv:1.9.2) Gecko/20100115 Firefox/3.6 (FlipboardBrowserProxy/0.0.5; +http://flipboard.com/browserproxy)',
  ],
  [
    'DomainDB',
    'Mozilla/4.0 (compatible; MSIE 5.01; Windows NT 5.0; DomainDB/1.1; http://domaindb.example/crawler/)',
  ],
  ['LayeredExtractor', 'WWW::LayeredExtractor::Handler::Feed/0.01'],
  ['TransferTool', 'Mozilla/5.0 (X11; U; Linux x86_64; de-de; rv:1.8.1) TransferTool (gzip) http'],
  [
    'ExampleReader',
    `${onAndroid('SM-G960U Build/EX1A.260101.001; wv')} ExampleReader/2.0 +http://reader.example/`,
  ],
  ['Unknown', 'Mozilla/5.0 (X11; U; Linux x86_64; zh-cn; rv:1.8.1; Feed; http; gzip)'],
  ['Unknown', '<li>http</li>'],
])('calls no crawler by a word that browsers use: %s', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe(name);
});

test('looks at 512 characters, so that its work is bounded', () => {
  const noise = 'x'.repeat(8192);
  expect(lookup.nameOf(noise)).toBe('Unknown');
  expect(lookup.nameOf(`${'('.repeat(512)}Googlebot/2.1`)).toBe(lookup.nameOf('('.repeat(512)));
  expect(lookup.nameOf(`Googlebot/2.1 ${noise}`)).toBe('Googlebot');
});

test('answers the same again and again, also after 50,000 others', () => {
  const small = new BotLookup();
  const first = small.nameOf('curl/8.5.0');
  for (let at = 0; at < 50_000; at++) small.nameOf(`curl/8.5.${at}`);
  expect(small.nameOf('curl/8.5.0')).toBe(first);
});

test('has a readable name for every user agent of the package that is a bot', () => {
  const entries: readonly { instances: readonly string[] }[] = createRequire(import.meta.url)(
    'crawler-user-agents',
  );
  const names = entries.flatMap(({ instances }) => instances.map((one) => lookup.nameOf(one)));
  const bots = names.filter((name) => name !== '');
  expect(bots.length).toBeGreaterThan(0.99 * names.length);
  expect(bots.filter((name) => !/^[A-Za-z0-9][\w .!&'()+:/-]{0,59}$/.test(name))).toEqual([]);
  expect(bots.filter((name) => name === 'Unknown')).toEqual([]);
  const noise = /^(?:rv|msie|feed|gzip|mozilla|compatible|build|trident|i[3-6]86|v?\d[\d.]*)$/i;
  expect(bots.filter((name) => noise.test(name) || /^[a-z]{2}[-_][a-z]{2}$/.test(name))).toEqual([]);
});

test('picks the product of a user agent', () => {
  expect(productToken('Mozilla/5.0 (compatible; Foo-Crawler/1.0; +https://www.foo.example/bot)')).toBe(
    'Foo-Crawler',
  );
  expect(productToken('Mozilla/5.0 https://bot.example/bot')).toBe('');
  expect(productToken('y'.repeat(41))).toBe('');
});
