/** User agents of people's devices and apps that read like a crawler's, and of crawlers that read like a browser's. */
export const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
export const onAndroid = (device: string): string =>
  `Mozilla/5.0 (Linux; Android 13; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`;
export const onIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const wechat = 'XWEB/1200001 MMWEBSDK/20260101 MMWEBID/1 MicroMessenger/8.0.48.2580(0x28003036)';
const onTelevision = (system: string) =>
  `Opera/9.80 (Linux mips; U; ${system}; en) Presto/2.10.250 Version/11.60`;

/** User agents of people that read like a crawler's, each with the start of the reason of its row in the table. */
/** With the first words of the reason in `bot-exceptions.ts`. */
export const people: readonly (readonly [reason: string, userAgent: string])[] = [
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

/** Crawlers that isbot misses, with their names. */
export const missedCrawlers: readonly (readonly [name: string, userAgent: string])[] = [
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
