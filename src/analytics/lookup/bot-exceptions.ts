/**
 * Where isbot is wrong: what people's devices and apps say that reads like a crawler, and crawlers it misses.
 * Source: docs/reference/enrichment.md ("Crawlers"), the vendors' documentation of their user agents.
 *
 * A phrase of people is removed before isbot looks again, so the rest of the user agent still counts: a crawler that
 * names a phone stays a crawler.
 */
import { androidModel } from './android-model.ts';

type PeoplePhrase = readonly [phrase: RegExp, reason: string];
type MissedBot = readonly [phrase: RegExp, reason: string];

export const peoplePhrases: readonly PeoplePhrase[] = [
  // What the maker of a device or the operator of a network chose to write.
  [
    androidModel,
    'an Android model or build: "M bot 51", "Discovery SE", "Google TV", "Spider 8", "My|Phone"',
  ],
  [/\bIEMobile\/[\d.]+;[^()]*/, 'a Windows Phone model: "HTC; Radar 4G"'],
  [/\[(?:FBAN|FB_IAB)\/[^\]]*/, "Facebook's apps name the maker, the model and the network: FBCR/Google Fi"],
  [
    /\b(?:Instagram|Barcelona) [\d.]+ (?:Android )?\([^()]*\)/,
    'Instagram names the maker: "Google; Pixel 7"',
  ],
  [/\b\d{3,4}x\d{3,4}\b/, 'a screen of 1024x768 pixels reads like Site24x7'],
  // Televisions.
  [/\bHbbTV\/[\d.]+ \([^()]*\)/, 'capabilities, maker and model of a television'],
  [/\bOMI\/[\w.]*Catcher\w*/, 'the engine of VIDAA televisions, "Catcher"'],
  [/Google ?TV|\bGoogle Earth\//, 'a television platform, and a desktop program with a browser inside'],
  [
    /\b(?:CE-HTML|ce-html|NETTV|[Ff]reesat|[Bb]ada|webOS|BDP\d?G|DTV\d+|SAMSUNG-[\w-]+)\/1\.0;/,
    'version 1.0 of a platform for televisions or phones, which reads like a simple program',
  ],
  [/\bToshibaTP\/[\d.]+ \([^()]*\)/, 'capabilities of a television'],
  // Browsers.
  [
    /\bSogou(?:MSE\b|(?:Mobile|Android)Browser\/|Search (?:Android|iOS))/,
    "Sogou's browser and app; its crawlers say spider",
  ],
  [/; (?:chromeframe(?:\/[\d.]+)?|QQDownload \d+)/, 'plug-ins of Internet Explorer'],
  [/^(?:pf\(|dv\(|JUC ?\().*UC(?:Browser|WEB).*$/, "UC Browser's own form on iOS and on old phones"],
  [/\(SpeedMode; Proxy;/, 'UC Browser in data-saving mode'],
  [/\b(?:baiduboxapp|baidubrowser|zhangbai|bdbrowser\w*)\/\S*/, "Baidu's apps join device and build by |"],
  // Apps.
  [/\bProcess\/tools\w*/, "WeChat's page process"],
  [
    /\b(?:(?:Apple|Sohu|Smart|Jio)News|NewsArticle|NewsBreak)\/[\d.]+|\bNews\/[\d.]+ Version\//,
    'news apps; NewsArticle is Toutiao, News alone is Apple News',
  ],
  [/\bGrab(?:Taxi)?\/[\d.]+ \((?:Android|iOS)/, "Grab's app"],
  [/\bAlipayDefined\([^()]*\)/, 'Alipay writes the size of the screen as 360|640|3.0'],
  [/\bHybrid\(\) +GooglePlayStore RobloxApp\/[\d.]+ \([^()]*\)/, "Roblox's app"],
  [/\bMetaIAB Facebook\b/, "the browser inside Facebook's apps, which crawler-user-agents lists"],
];

/** The text that matches is the crawler's name unless the catalogue has another. */
export const missedBots: readonly MissedBot[] = [
  [/\bAmzn-User\b/, 'fetches pages for the assistant of Amazon'],
  [/\bAssetnote\b/, 'scans for weaknesses'],
  [/\bMiniature\.io\b/, 'takes pictures of pages'],
  [/\bamazon-kendra\b/, 'indexes pages for search'],
  [/\bGTmetrix\b/, 'measures speed'],
  [/\bDebugBear\b/, 'measures speed'],
  [/\bYLT\b/, 'Yellow Lab Tools, measures speed'],
  [/\bWebThumbnail\b/, 'takes pictures of pages'],
  [/\bYahoo! Slurp\b/, 'indexes pages for search'],
  [/\bwkhtmlto(?:image|pdf)\b/, 'makes pictures and documents of pages'],
  [/\bCatchpoint\b/, 'watches sites, also as an Android model'],
  [/\bSeznam screenshot-generator\b/, 'takes pictures of pages, as an Android model'],
  [/\bBingLocalSearch\b/, 'indexes pages for search'],
  [/\bevc-batch\b/, 'indexes pages for search'],
  [/\bclaude-web\b/, 'fetches pages for Claude'],
  [/\bZombie\.js\b/, 'drives a browser'],
  [/\bkube-probe\b/, 'checks whether a server is alive'],
  [/\bbedrockbot/, 'indexes pages for models on Amazon Bedrock; what follows is a UUID'],
];
