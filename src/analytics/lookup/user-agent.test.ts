import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
    expect(lookup.find(userAgent)).toEqual({ browser, operatingSystem });
    expect(lookup.find(userAgent)).toEqual({ browser, operatingSystem });
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
      { numRuns: 200 },
    );
  });

  it('looks at the first 512 characters, fast whatever is in them', () => {
    const start = performance.now();
    for (const text of ['a'.repeat(1e6), 'Version/'.repeat(1e5), '('.repeat(1e5), 'Mozilla '.repeat(1e5)]) {
      expect(lookup.find(text).browser).toBe('Unknown');
    }
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('the names', () => {
  const names = [...browserTokens, ...systemTokens].map(([, name]) => name);

  it('have an id each', () => {
    const all = new Set([...names, ...Object.values(browserNames), ...Object.values(systemNames)]);
    expect(new Set([...all].map(slugOf)).size).toBe(all.size);
  });
});
