import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { slugOf } from '../../core/slug.ts';
import { UserAgentLookup } from './user-agent.ts';
import { browserNames, browserTokens, systemNames, systemTokens } from './user-agent-names.ts';

const lookup = new UserAgentLookup();
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
const android = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit}`;
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const webview = `Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) ${webkit} Version/4.0 Chrome/129.0.6668.70 Mobile Safari/537.36`;

const corpus: readonly (readonly [browser: string, system: string, userAgent: string])[] = [
  ['Chrome', 'Windows', `${windows} Chrome/129.0.0.0 Safari/537.36`],
  [
    'Chrome',
    'macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/129.0.0.0 Safari/537.36`,
  ],
  ['Chrome', 'Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/129.0.0.0 Safari/537.36`],
  [
    'Chrome',
    'Chrome OS',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/129.0.0.0 Safari/537.36`,
  ],
  ['Chrome', 'Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/129.0.0.0 Mobile Safari/537.36`],
  ['Chrome', 'iOS', `${iphone} CriOS/129.0.6668.46 Mobile/15E148 Safari/604.1`],
  [
    'Chrome',
    'iPadOS',
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/129.0.6668.46 Mobile/15E148 Safari/604.1',
  ],
  ['Safari', 'macOS', `${mac} Version/17.6 Safari/605.1.15`],
  ['Safari', 'iOS', `${iphone} Version/17.6 Mobile/15E148 Safari/604.1`],
  [
    'Safari',
    'iPadOS',
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox', 'Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  [
    'Firefox',
    'macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0',
  ],
  ['Firefox', 'Android', 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'],
  ['Firefox', 'iOS', `${iphone} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`],
  ['Firefox', 'iOS', `${iphone} Focus/130.0 Mobile/15E148`],
  ['Firefox', 'FreeBSD', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  ['Firefox', 'KaiOS', 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  ['Edge', 'Windows', `${windows} Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0`],
  ['Edge', 'Windows', `${windows} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`],
  ['Edge', 'Android', `${android} Chrome/129.0.0.0 Mobile Safari/537.36 EdgA/129.0.0.0`],
  ['Edge', 'iOS', `${iphone} Version/17.0 EdgiOS/129.0.2792.57 Mobile/15E148 Safari/605.1.15`],
  [
    'Edge',
    'Xbox',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${webkit} Chrome/129.0.0.0 Safari/537.36 Edge/44.18363.8131`,
  ],
  ['Opera', 'Windows', `${windows} Chrome/128.0.0.0 Safari/537.36 OPR/114.0.0.0`],
  ['Opera', 'Android', `${android} Chrome/128.0.0.0 Mobile Safari/537.36 OPR/84.0.0.0`],
  ['Opera', 'iOS', `${iphone} Version/17.6 Mobile/15E148 Safari/604.1 OPT/4.9.1`],
  [
    'Opera',
    'Android',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],
  [
    'Samsung Internet',
    'Android',
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet',
    'Tizen',
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) ${webkit} SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36`,
  ],
  ['DuckDuckGo', 'macOS', `${mac} Version/17.6 Safari/605.1.15 Ddg/17.6`],
  ['DuckDuckGo', 'Android', `${android} Version/4.0 Chrome/129.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`],
  [
    'Vivaldi',
    'Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/128.0.0.0 Safari/537.36 Vivaldi/6.9.3447.37`,
  ],
  ['Yandex Browser', 'Windows', `${windows} Chrome/126.0.0.0 YaBrowser/24.7.0.0 Safari/537.36`],
  ['Whale', 'Windows', `${windows} Chrome/126.0.0.0 Whale/3.27.254.15 Safari/537.36`],
  [
    'UC Browser',
    'Android',
    `Mozilla/5.0 (Linux; U; Android 12; en-US; RMX3085) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36`,
  ],
  [
    'QQ Browser',
    'Android',
    `${android} Version/4.0 Chrome/98.0.4758.102 MQQBrowser/14.5 Mobile Safari/537.36`,
  ],
  [
    'Mi Browser',
    'Android',
    `${android} Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.10.0-gn`,
  ],
  [
    'Huawei Browser',
    'HarmonyOS',
    `Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN01) ${webkit} Chrome/99.0.4844.88 HuaweiBrowser/13.0.5.303 Mobile Safari/537.36`,
  ],
  [
    'Amazon Silk',
    'Android',
    `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${webkit} Silk/120.4.1 like Chrome/120.0.6099.231 Safari/537.36`,
  ],
  ['Internet Explorer', 'Windows', 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Internet Explorer', 'Windows', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)'],
  [
    'Internet Explorer',
    'Windows Phone',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 920)',
  ],
  ['Facebook', 'iOS', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.26.109;FBBV/644;FBDV/iPhone14,5]`],
  ['Facebook', 'Android', `${webview} [FB_IAB/FB4A;FBAV/480.0.0.54.88;]`],
  ['Messenger', 'iOS', `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/476.0.0.31.109]`],
  ['Instagram', 'iOS', `${iphone} Mobile/21G93 Instagram 350.0.0.22.92 (iPhone15,2; iOS 17_6; en_US)`],
  ['Instagram', 'Android', `${webview} Instagram 350.0.0.46.93 Android`],
  ['TikTok', 'iOS', `${iphone} Mobile/15E148 musical_ly_36.1.0 BytedanceWebview/d8a21c6`],
  ['LinkedIn', 'iOS', `${iphone} Mobile/15E148 [LinkedInApp]/9.29.7810`],
  ['Pinterest', 'iOS', `${iphone} Mobile/15E148 [Pinterest/iOS]`],
  ['Snapchat', 'iOS', `${iphone} Mobile/15E148 Snapchat/13.9.0.41 (like Safari/8618.3.11.10.5, panda)`],
  ['X', 'iOS', `${iphone} Mobile/15E148 Twitter for iPhone/10.57`],
  ['WeChat', 'Android', `${webview} XWEB/1160117 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133)`],
  ['LINE', 'iOS', `${iphone} Mobile/15E148 Safari Line/14.14.0`],
  ['KakaoTalk', 'Android', `${webview} KAKAOTALK 2410780`],
  ['Google app', 'iOS', `${iphone} GSA/334.0.674067880 Mobile/15E148 Safari/604.1`],
  ['Android WebView', 'Android', webview],
  ['Chrome', 'Android', `${android} Chrome/129.0.0.0 Safari/537.36`],
  [
    'Meta Quest Browser',
    'Android',
    `Mozilla/5.0 (Linux; Android 12; Quest 3) ${webkit} OculusBrowser/34.2.0 Chrome/126.0.0.0 VR Safari/537.36`,
  ],
  [
    'GNOME Web',
    'Linux',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15 Epiphany/605.1.15',
  ],
  [
    'PlayStation',
    'PlayStation',
    'Mozilla/5.0 (PlayStation; PlayStation 5/8.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ],
  [
    'webOS Browser',
    'webOS',
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
  ],
  [
    'Brave',
    'macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Brave Chrome/83.0.4103.116 Safari/537.36`,
  ],
  [
    'Chromium',
    'Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36`,
  ],
  [
    'Android Browser',
    'Android',
    'Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; GT-P5100 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  ],
  // Browsers and apps that stand beside another's token.
  ['Brave', 'iOS', `${iphone} Version/18.6 Mobile/15E148 Safari/604.1 Brave`],
  ['Brave', 'iOS', `${iphone} Mobile/15E148 Safari/604.1 (Brave)`],
  ['Brave', 'Windows', `${windows} brave/0.9.9 Chrome/118.0.0.0 Electron/0.37.3 Safari/537.36`],
  ['Phoenix', 'Android', `${android} Chrome/118.0.0.0 Mobile Safari/537.36 PHX/25.0`],
  ['Phoenix', 'iOS', `${iphone} PHX/25.0`],
  ['Hi Browser', 'Android', `${android} Chrome/118.0.0.0 HiBrowser/v3.0.0 UWS/ Mobile Safari/537.36`],
  ['Yandex Browser', 'Android', `${webview} YandexSearch/9.10 YandexSearchBrowser/9.10`],
  [
    'Yandex Browser',
    'Android',
    `${android} Chrome/118.0.0.0 BroPP/1.0 YaSearchApp/26.1.0 SA/3 Mobile Safari/537.36`,
  ],
  ['Google app', 'Android', `${webview} GoogleApp/17.1.0.arm64`],
  ['Messenger', 'Android', `${webview} [FB_IAB/MESSENGER;FBAV/500.0.0.1.1;]`],
  ['Messenger', 'Android', `${webview} [FB_IAB/Orca-Android;FBAV/500.0.0.1.1;]`],
  ['Snapchat', 'Android', `${webview}Snapchat13.1.0.1 (EX1; Android 14#1#34; gzip; )`],
  ['Toutiao', 'Android', `${webview} JsSdk/2 NewsArticle/8.2.4 NetType/wifi`],
  ['Apple News', 'iOS', `${iphone} AppleNews/608.0.1 Version/2.0.1`],
  [
    'WeCom',
    'Windows',
    `${windows} Chrome/118.0.0.0 Safari/537.36 wxwork/5.1.0 (MicroMessenger/6.2) WindowsWechat`,
  ],
  ['DingTalk', 'Android', `${webview} AliApp(DingTalk/8.0.0) com.alibaba.android.rimet`],
  ['Lark', 'iOS', `${iphone} Mobile/15E148 Lark/7.20.0 LarkLocale/en_US`],
  ['Android WebView', 'Android', `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36`],
  [
    'Android WebView',
    'Android',
    `Mozilla/5.0 (Linux; Android 9; P1; wv-atv; mse) ${webkit} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'ArkWeb',
    'HarmonyOS',
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/118.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile`,
  ],
  [
    'Huawei Browser',
    'HarmonyOS',
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/118.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300`,
  ],
  ['Huawei Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 HBPC/12.0.0.1`],
  [
    'Mint Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 XiaoMi/Mint Browser/4.0.1`,
  ],
  [
    'Meizu Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 MZBrowser/9.0.1 UWS/2.15.0.4 Mobile Safari/537.36`,
  ],
  ['Swing', 'Android', `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 Swing(And)/3.0`],
  ['Baidu', 'Android', `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 bdbrowser/8.0.1`],
  ['Baidu', 'Android', `${android} Version/4.0 Mobile Safari/537.36 T5/2.0 bdbrowser_i18n/5.0.1`],
  ['Baidu', 'Android', `${android} FlyFlow/3.0 Version/4.0 Mobile Safari/533.1`],
  ['Baidu', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 BDSpark/30.1`],
  [
    '360 Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36; 360 Aphone Browser (7.0.1)`,
  ],
  ['Sogou Browser', 'Android', `${webview} SogouSearch Android1.0 version3.0 AppVersion/9000`],
  ['JioSphere', 'Android', `${android} JioSphere/7.0.0 Chrome/118.0.0.0 Mobile Safari/537.36`],
  [
    'Seznam Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 SznProhlizec/12.0.1a`,
  ],
  ['Avast Secure Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 ASW/118.0.0.0`],
  ['Avira Secure Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 Avira/118.0.0.0`],
  ['Norton Private Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 Norton/118.0.0.0`],
  [
    'UC Browser',
    'Linux',
    'UCWEB/2.0 (Linux; U; Opera Mini/8.0/30.0; en-US; EX1) U2/1.0.0 UCBrowser/10.0.0.1 Mobile',
  ],
  ['UC Browser', 'Android', `${android} Chrome/118.0.0.0 UCMobile/17.0.0.1 Mobile Safari/537.36`],
  [
    'UC Browser',
    'Windows Phone',
    'UCWEB/2.0 (Windows; U; wds 8.10; en-US; NOKIA; EX1) U2/1.0.0 UCBrowser/5.0.0.1 U2/1.0.0 Mobile',
  ],
  [
    'Internet Explorer',
    'Windows Phone',
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; EX1) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36',
  ],
  [
    'Internet Explorer',
    'Windows Phone',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; ZuneWP7)',
  ],
  [
    'Edge',
    'Windows Phone',
    `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 640) ${webkit} Chrome/118.0.0.0 Mobile Safari/537.36 Edge/15.15063`,
  ],
  // Headsets, cars and televisions.
  [
    'Meta Quest Browser',
    'Android',
    `Mozilla/5.0 (X11; Linux x86_64; Quest 2) ${webkit} OculusBrowser/35.0 SamsungBrowser/4.0 Chrome/118.0.0.0 VR Safari/537.36`,
  ],
  [
    'PICO Browser',
    'Android',
    `Mozilla/5.0 (X11; Linux x86_64; PICO 4 OS5.9.9 like Quest) ${webkit} PicoBrowser/4.0.0 Chrome/118.0.0.0 VR Safari/537.36 OculusBrowser/7.0`,
  ],
  [
    'Tesla Browser',
    'Linux',
    `Mozilla/5.0 (X11; GNU/Linux) ${webkit} Chromium/118.0.0.0 Chrome/118.0.0.0 Safari/537.36 Tesla/2026.2.1`,
  ],
  [
    'VIDAA',
    'Linux',
    `Mozilla/5.0 (X11; Linux armv7l) ${webkit} Chrome/118.0.0.0 Odin/118.1 Safari/537.36 Model/Maker-1 VIDAA/9.0(Maker;SmartTV)`,
  ],
  [
    'VIDAA',
    'Linux',
    `Mozilla/5.0 (Linux armv7l) ${webkit} Chrome/118.0.0.0 Safari/537.36 OPR/50.0.0.0 OMI/4.30.1.Catcher5.1 Model/Maker-1 VIDAA/9.0(Maker;SmartTV)`,
  ],
  [
    'Whale TV',
    'Linux',
    `Mozilla/5.0 (Linux armv7l) ${webkit} Chrome/118.0.0.0 Safari/537.36 OPR/50.0.0.0 OMI/4.30.1 SignOn/2.0 WhaleTV/2.0 NETTV/5.0`,
  ],
  [
    'TBrowser',
    'Linux',
    `Mozilla/5.0 (Linux armv7i; CE-HTML/1.0; U; en) ${webkit} Chrome/118.0.0.0 Safari/537.36 NETRANGEMMH Tbrowser/3.0`,
  ],
  ['Opera', 'Linux', `Mozilla/5.0 (X11; Linux armv7l) ${webkit} Chrome/118.0.0.0 Safari/537.36 OMI/4.30.1`],
  // Android models that read like browsers or systems.
  ...[
    'Phantom6',
    'PHANTOM_Z',
    'TECNO BB2',
    'BlackBerry Evolve X',
    'Hammer Iron V',
    'Jinga Iron',
    'InFocus M812A',
    'electroneumM1',
    'Trident A75 Pro Max',
    'sailfish',
    'Moto Edge 20',
    'Tizen Silk/1 Opera',
    'Brave (2022) Build/EX1A.260101.001',
  ].map(
    (model) =>
      [
        'Chrome',
        'Android',
        `Mozilla/5.0 (Linux; Android 12; ${model}) ${webkit} Chrome/118.0.0.0 Mobile Safari/537.36`,
      ] as const,
  ),
  [
    'Chrome',
    'Android',
    `Mozilla/5.0 (Linux; Android 12; Vivaldi (revision 1) ${webkit} Chrome/118.0.0.0 Mobile Safari/537.36`,
  ],
  // The other names of the table.
  ['Threads', 'iOS', `${iphone} Mobile/15E148 Barcelona 350.0.0.22.92 (iPhone15,2; iOS 17_6; en_US)`],
  ['WhatsApp', 'Unknown', 'WhatsApp/2.23.20.0 A'],
  ['Reddit', 'iOS', `${iphone} Mobile/15E148 Reddit/2024.36.0`],
  [
    'Discord',
    'Windows',
    `${windows} discord/1.0.9163 Chrome/118.0.0.0 Electron/30.2.0 Safari/537.36 Discord/1.0.9163`,
  ],
  ['Slack', 'macOS', `${mac} Slack_SSB/4.39.95`],
  [
    'Microsoft Teams',
    'Windows',
    `${windows} Teams/1.6.00.1381 Chrome/118.0.0.0 Electron/10.4.7 Safari/537.36`,
  ],
  ['Telegram', 'Android', `${webview} Telegram-Android/11.1.3 (Google Pixel 8; Android 14; SDK 34; HIGH)`],
  ['NAVER', 'iOS', `${iphone} Mobile/15E148 NAVER(inapp; search; 2000; 12.8.1; 14PRO)`],
  ['Weibo', 'iOS', `${iphone} Mobile/15E148 Weibo (iPhone15,2__weibo__14.8.1__iphone__os17.6)`],
  ['Alipay', 'Android', `${webview} AliApp(AP/10.5.0) AlipayClient/10.5.0`],
  ['Viber', 'iOS', `${iphone} Mobile/15E148 Viber/23.1.0`],
  ['Zalo', 'Android', `${webview} Zalo android/12100670 ZaloTheme/light ZaloLanguage/vi`],
  ['VK', 'Android', `${webview} VKAndroidApp/8.96-22911`],
  ['Bing app', 'iOS', `${iphone} Version/17.0 Mobile/15E148 Safari/605.1.15 BingSapphire/28.9.420912001`],
  ['Ecosia', 'iOS', `${iphone} Mobile/15E148 Safari/605.1.15 (Ecosia ios@10.2.0.1841)`],
  [
    'Qwant',
    'Android',
    `Mozilla/5.0 (Android 14; Mobile; rv:115.0) Gecko/115.0 Firefox/115.0 QwantMobile/5.0`,
  ],
  ['Aloha', 'Android', `${android} Chrome/118.0.0.0 Mobile Safari/537.36 AlohaBrowser/5.9.3`],
  ['Cốc Cốc', 'Windows', `${windows} coc_coc_browser/126.0.208 Chrome/118.0.0.0 Safari/537.36`],
  [
    'HeyTap Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 HeyTapBrowser/40.8.40.1`,
  ],
  [
    'Vivo Browser',
    'Android',
    `${android} Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 VivoBrowser/22.2.0.0`,
  ],
  ['Liebao', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 LBBROWSER`],
  ['Quark', 'Android', `${android} Version/4.0 Chrome/118.0.0.0 Quark/7.1.0.630 Mobile Safari/537.36`],
  [
    'Puffin',
    'Linux',
    `Mozilla/5.0 (X11; U; Linux x86_64; en-US) ${webkit} Chrome/118.0.0.0 Safari/537.36 Puffin/4.8.0`,
  ],
  ['AVG Secure Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 AVG/118.0.0.0`],
  ['CCleaner Browser', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 CCleaner/118.0.0.0`],
  ['SRWare Iron', 'Windows', `${windows} Iron/26.0.1450.0 Chrome/118.0.0.0 Safari/537.36`],
  ['Sleipnir', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 Sleipnir/6.4.18`],
  ['Maxthon', 'Windows', `${windows} Chrome/118.0.0.0 Safari/537.36 Maxthon/7.1.7.8000`],
  ['Konqueror', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64) KHTML/4.14.38 (like Gecko) Konqueror/4.14'],
  [
    'Falkon',
    'Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Falkon/3.2.0 Chrome/118.0.0.0 Safari/537.36`,
  ],
  [
    'qutebrowser',
    'Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} qutebrowser/3.2.1 Chrome/118.0.0.0 Safari/537.36`,
  ],
  [
    'Pale Moon',
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Goanna/6.7 Firefox/102.0 PaleMoon/33.3.1',
  ],
  [
    'SeaMonkey',
    'Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.19',
  ],
  [
    'Waterfox',
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:56.0) Gecko/20100101 Firefox/56.0 Waterfox/56.4',
  ],
  [
    'NetFront',
    'Nintendo',
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.20.5 NintendoBrowser/5.1.0.22474',
  ],
  ['Electron', 'Windows', `${windows} SomeApp/1.0.0 Chrome/118.0.0.0 Electron/30.2.0 Safari/537.36`],
  [
    'Tizen Browser',
    'Tizen',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 2.3) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.3 TV Safari/538.1',
  ],
  ['Chrome', 'Fuchsia', `Mozilla/5.0 (Fuchsia) ${webkit} Chrome/118.0.0.0 Safari/537.36 CrKey/1.56.500000`],
  ['Firefox', 'OpenBSD', 'Mozilla/5.0 (X11; OpenBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  ['Firefox', 'NetBSD', 'Mozilla/5.0 (X11; NetBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  ['Firefox', 'Solaris', 'Mozilla/5.0 (X11; SunOS i86pc; rv:52.0) Gecko/20100101 Firefox/52.0'],
  [
    'Firefox',
    'Sailfish OS',
    'Mozilla/5.0 (Maemo; Linux; U; Jolla; Sailfish; Mobile; rv:31.0) Gecko/31.0 Firefox/31.0',
  ],
  [
    'GNOME Web',
    'Haiku',
    'Mozilla/5.0 (X11; Haiku x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15 Epiphany/605.1.15',
  ],
  [
    'UC Browser',
    'Symbian',
    'UCWEB/2.0 (Symbian; U; S60 V5; en-US; NokiaC5-03) U2/1.0.0 UCBrowser/9.2.0.336 U2/1.0.0 Mobile',
  ],
  ['Roku', 'Roku', 'Roku/DVP-12.5 (12.5.0.4178-88)'],
  [
    'BlackBerry',
    'BlackBerry',
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.36 (KHTML, like Gecko) Version/10.3.2.2876 Mobile Safari/537.36+',
  ],
  ['Safari', 'iOS', `${iphone} Mobile/15E148`],
  ['Unknown', 'Unknown', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Unknown', 'Unknown', ''],
  ['Unknown', 'Unknown', '   '],
  ['Unknown', 'Unknown', 'MyApp/1.0'],
  ['Unknown', 'Unknown', '<script>alert(1)</script>'],
  ['Unknown', 'Unknown', 'constructor __proto__ toString/1.0'],
  ['Unknown', 'Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'],
];

describe('UserAgentLookup', () => {
  it.each(corpus)('finds %s on %s in %s', (browser, operatingSystem, userAgent) => {
    expect(lookup.find(userAgent)).toMatchObject({ browser, operatingSystem });
    expect(lookup.find(userAgent)).toMatchObject({ browser, operatingSystem });
  });

  it('answers any text with short names', () => {
    const parts = fc.constantFrom(
      ...corpus.map(([, , userAgent]) => userAgent),
      'Windows',
      '; wv)',
      'Version/',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' }))), (texts) => {
        const { browser, operatingSystem } = lookup.find(texts.join(' '));
        expect(browser.length > 0 && browser.length < 64).toBe(true);
        expect(operatingSystem.length > 0 && operatingSystem.length < 64).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('looks at the first 512 characters, fast whatever is in them', () => {
    const start = process.cpuUsage();
    for (const text of ['a'.repeat(1e6), 'Version/'.repeat(1e5), '('.repeat(1e5), 'Mozilla '.repeat(1e5)]) {
      expect(lookup.find(text).browser).toBe('Unknown');
    }
    // Of the CPU: the clock also runs while others have it.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  });
});

describe('the names', () => {
  const names = [...browserTokens, ...systemTokens].map(([, name]) => name);

  it.each([
    ['browsers', browserTokens],
    ['systems', systemTokens],
  ])('of %s stand in the documentation', (list, tokens) => {
    const page = readFileSync(new URL('../../../docs/reference/enrichment.md', import.meta.url), 'utf8');
    const [, text = ''] = new RegExp(`<!-- ${list} -->\n([^<]*)\n<!-- /${list} -->`).exec(page) ?? [];
    const all = [...new Set(tokens.map(([, name]) => name))];
    expect(text.replaceAll('\n', ' ').split(' · ')).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('have a test each', () => {
    const tested = new Set(corpus.flatMap(([browser, system]) => [browser, system]));
    expect(names.filter((name) => !tested.has(name))).toEqual([]);
  });

  it('have an id each', () => {
    const all = new Set([...names, ...Object.values(browserNames), ...Object.values(systemNames)]);
    expect(new Set([...all].map(slugOf)).size).toBe(all.size);
  });
});
