import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { BotLookup } from './bot.ts';
import { missedBots, peoplePhrases } from './bot-exceptions.ts';
import { productToken } from './product-token.ts';

const lookup = new BotLookup();
const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const onAndroid = (device: string) =>
  `Mozilla/5.0 (Linux; Android 13; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`;
const onIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

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

const wechat = 'XWEB/1200001 MMWEBSDK/20260101 MMWEBID/1 MicroMessenger/8.0.48.2580(0x28003036)';
const onTelevision = (system: string) =>
  `Opera/9.80 (Linux mips; U; ${system}; en) Presto/2.10.250 Version/11.60`;

/** User agents of people that read like a crawler's, each with the start of the reason of its row in the table. */
const people: readonly (readonly [reason: string, userAgent: string])[] = [
  ...[
    'M bot 51',
    'B BOT 550 Build/EX1A.260101.001',
    'Discovery SE',
    'DISCOVERY_2_ME',
    'Google 2XL',
    'Arcelik Google TV Build/EX1A.260101.001; wv',
    'Spider 8',
    'Radar Deluxe 2',
    'Capture+',
    'ECHO JAVA',
    'My|Phone A898 Duo Build/EX1A.260101.001',
    'M40SE(M bot) Build/EX1A.260101.001; wv',
    'EX1 Build/CUBOT',
  ].map((model) => ['an Android model', onAndroid(model)] as const),
  [
    'an Android model',
    'Mozilla/5.0 (Linux; U; Android 4.4.2; de-de; Discovery 7 Build/EX1A.260101.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36',
  ],
  [
    'an Android model',
    'Mozilla/5.0 (Linux; arm_64; Android 13; Discovery Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 YaBrowser/24.4.0.308.00 SA/3 Mobile Safari/537.36',
  ],
  [
    'a Windows Phone model',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar 9)',
  ],
  [
    "Facebook's apps",
    `${onAndroid('SM-G960U Build/EX1A.260101.001; wv')} [FB_IAB/FB4A;FBAV/461.0.0.40.108;FBCR/Google Fi;]`,
  ],
  [
    'Instagram names',
    `${onAndroid('Pixel 7 Build/EX1A.260101.001; wv')} Instagram 331.0.0.37.90 Android (33/13; 420dpi; 1080x2220; Google; Pixel 7; panther; en_US; 597)`,
  ],
  ['a screen of 1024x768', `${onIphone} Mobile/15E148 SomeReader/3.1 (iPad7,5; scale=2.00; 1024x768)`],
  [
    'capabilities, maker and model of a television',
    `${chromeOnWindows.replace('Windows NT 10.0; Win64; x64', 'Linux; SmartTV')} Chrome/118.0.0.0 Safari/537.36 HbbTV/1.6.1 (+DRM; TCL; 55C645; Tbrowser/1.0; _TV_MT9653_TCL_Spider_2k22;)`,
  ],
  [
    'the engine of VIDAA',
    'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36 OPR/50.0.0.0 OMI/4.30.1.Catcher5.1 Model/Maker-1 VIDAA/9.0(Maker;SmartTV)',
  ],
  [
    'a television platform',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Large Screen Safari/537.36 GoogleTV/100200',
  ],
  ['version 1.0 of a platform', onTelevision('HbbTV/1.1.1 (; Maker; Model; ; ; ) CE-HTML/1.0 NETTV/1.0')],
  ['version 1.0 of a platform', onTelevision('NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;Maker M1')],
  [
    'version 1.0 of a platform',
    'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S9999/1.0; U; Bada/1.0; fr-fr) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile WVGA',
  ],
  ['capabilities of a television', onTelevision('HbbTV/1.1.1 (; Maker; M1; 1.0; 1; ) ; ToshibaTP/1.1.0 () ')],
  [
    "Sogou's browser and app",
    `${onAndroid('TLA001 Build/EX1A.260101.001; wv')} SogouMSE,SogouMobileBrowser/7.0.1`,
  ],
  [
    "Sogou's browser and app",
    `${onAndroid('JMM-AL00 Build/EX1A.260101.001-AL00; wv')} SogouSearch Android1.0 version3.0 AppVersion/9000`,
  ],
  [
    'plug-ins of Internet Explorer',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; WOW64; Trident/5.0; chromeframe/30.0.0.0)',
  ],
  [
    'plug-ins of Internet Explorer',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/4.0; QQDownload 700; SLCC2; .NET CLR 2.0.50727)',
  ],
  [
    "UC Browser's own form",
    'pf(44);la(en-US);dv(iPh14,5);pr(UCBrowser/17.0.0.1);ov(17_5_1);ss(390x844);bt(UC);pm(0);bv(0);nm(0);im(0);nt(1);up();',
  ],
  [
    "UC Browser's own form",
    'dv(iPh14,5);pr(UCBrowser/17.0.0.1);ov(17_5_1);ss(390x844);bt(UC);pm(0);bv(0);nm(0);im(0);nt(1);',
  ],
  [
    'UC Browser in data-saving mode',
    'UCWEB/2.0 (Java; U; MIDP-2.0; Nokia1/1.0) U2/1.0.0 UCMini/12.0.0.1 (SpeedMode; Proxy; Android 9; EX1 ) U2/1.0.0 Mobile',
  ],
  ["Baidu's apps", `${onAndroid('EX1 Build/EX1A.260101.001')} baiduboxapp/13.1.0.11/Maker/EX1|14/1`],
  [
    "WeChat's page process",
    `${onAndroid('LGE-AN10 Build/EX1A.260101.001-AN10; wv')} ${wechat} WeChat/arm64 Weixin GPVersion/1 NetType/WIFI Language/zh_CN ABI/arm64 Process/tools`,
  ],
  [
    "WeChat's page process",
    `${onAndroid('LGE-AN10 Build/EX1A.260101.001-AN10; wv')} ${wechat} Process/toolsmp`,
  ],
  ['news apps', `${onAndroid('V2024A Build/EX1A.260101.001; wv')} JsSdk/2 NewsArticle/8.2.4 NetType/wifi`],
  ['news apps', `${onIphone} AppleNews/608.0.1 Version/2.0.1`],
  ['news apps', `${onIphone} News/582.1 Version/2.0`],
  [
    "Grab's app",
    `${onAndroid('CPH2209 Build/EX1A.260101.001; wv')} Grab/5.284.0 (Android 11; Build 51241219)`,
  ],
  [
    'Alipay writes',
    `${onAndroid('MI 4LTE Build/EX1A.260101.001')} AlipayDefined(nt:WIFI,ws:360|640|3.0) AliApp(AP/10.5.0) AlipayClient/10.5.0`,
  ],
  [
    "the browser inside Facebook's apps",
    `${onAndroid('Pixel 10 Pro XL Build/EX1A.260101.001; wv')} MetaIAB Facebook`,
  ],
  [
    "Roblox's app",
    'Mozilla/5.0 (2048MB; 1080x2340; 400x400; 360x780; Maker Model 1; 14) AppleWebKit/537.36 (KHTML, like Gecko) ROBLOX Android App 2.700.100 Tablet Hybrid() GooglePlayStore RobloxApp/2.700.100 (GlobalDist; GooglePlayStore)',
  ],
];

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

const missed: readonly (readonly [name: string, userAgent: string])[] = [
  [
    'Amzn-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/1.0) Chrome/118.0.0.0 Safari/537.36',
  ],
  ['Assetnote', `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36 Assetnote/2.0.0`],
  [
    'Miniature.io',
    'Mozilla/5.0 (X11; Linux x86_64) Miniature.io/7.0 AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/118.0.0.0 Safari/537.36',
  ],
  ['amazon-kendra', 'amazon-kendra-customer-id-123456789012'],
  ['amazon-kendra', 'Mozilla/5.0 (compatible; amazon-kendra)'],
  ['GTmetrix', `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36 GTmetrix`],
  ['DebugBear', `${onAndroid('moto g power (2022)')} DebugBear`],
  [
    'Yellow Lab Tools',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) YLT Chrome/118.0.0.0 Safari/537.36',
  ],
  ['WebThumbnail', 'Mozilla/5.0 (compatible; WebThumbnail/2.2; Website Thumbnail Generator)'],
  ['Yahoo! Slurp', 'Mozilla/5.0 (compatible; Yahoo! Slurp; en)'],
  [
    'wkhtmltoimage',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) wkhtmltoimage Safari/537.36',
  ],
  [
    'wkhtmltopdf',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) wkhtmltopdf Safari/537.36',
  ],
  [
    'Catchpoint',
    'Mozilla/5.0 (Linux; U; Android 9; en-us; Catchpoint) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36',
  ],
  [
    'Seznam screenshot-generator',
    'Mozilla/5.0 (Linux; U; Android 9; cs-cz; Seznam screenshot-generator Build/Q3) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36',
  ],
  ['BingLocalSearch', `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36 (BingLocalSearch)`],
  ['evc-batch', 'Mozilla/5.0 (compatible; evc-batch/2.1)'],
  [
    'claude-web',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36 claude-web',
  ],
  ['Zombie.js', 'Mozilla/5.0 Chrome/118.0.0.0 Safari/537.36 Zombie.js/6.1.4'],
  ['kube-probe', 'kube-probe/1.29+'],
  ['bedrockbot', 'bedrockbot_6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
];

test.each(missed)('finds %s, which isbot misses', (name, userAgent) => {
  expect(lookup.nameOf(userAgent)).toBe(name);
});

test('has a test for each row of the crawlers that isbot misses', () => {
  for (const [phrase] of missedBots)
    expect(
      missed.some(([, one]) => phrase.test(one)),
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
