/**
 * What browsers and operating systems are called in reports. Source: docs/reference/enrichment.md (browsers), bowser's
 * names, the vendors' documentation of their user agents.
 *
 * A name, once released, is stored with pageviews: changing it splits the browser in two. Variants of a product for
 * another device or of another release channel have the product's name: they are told apart by operating system.
 */

type Token = readonly [pattern: RegExp, name: string];

/**
 * Browsers that bowser does not know or takes for what they are made with, and apps that show pages inside themselves.
 * The first that matches wins.
 */
export const browserTokens: readonly Token[] = [
  // Apps.
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona \d/, 'Threads'],
  [/FBAN\/Messenger|FB_IAB\/(?:MESSENGER|Orca)|\bMessengerForiOS|MessengerLite|\bOrca-Android/, 'Messenger'],
  [/\bFB(?:AN|AV|_IAB|IOS|SS)\b|MetaIAB Facebook/, 'Facebook'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bNewsArticle\//, 'Toutiao'],
  [/\bAppleNews\//, 'Apple News'],
  [/musical_ly|BytedanceWebview|\bTikTok|trill_\d/i, 'TikTok'],
  // Android's stands right behind Safari's version.
  [/Snapchat/, 'Snapchat'],
  [/\[Pinterest\/|\bPinterest(?: for |\/)/, 'Pinterest'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bTwitter(?: for |Android|\/)/, 'X'],
  [/\bReddit\//, 'Reddit'],
  [/\bDiscord\//, 'Discord'],
  [/\bSlack(?:_SSB)?\//, 'Slack'],
  [/\bTeams\//, 'Microsoft Teams'],
  [/Telegram/, 'Telegram'],
  [/\bLine\/\d/, 'LINE'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/\bNAVER\(inapp/, 'NAVER'],
  [/\bwxwork\//, 'WeCom'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bDingTalk\b/, 'DingTalk'],
  [/\b(?:Lark|Feishu)\//, 'Lark'],
  [/\bWeibo\b|__weibo__/i, 'Weibo'],
  [/AlipayClient/, 'Alipay'],
  [/baiduboxapp|\bBIDUBrowser|baidubrowser|\bbdbrowser|\bFlyFlow\/|\bBDSpark\//i, 'Baidu'],
  [/\bViber\b/, 'Viber'],
  [/\bZalo\b/, 'Zalo'],
  [/\bVKAndroidApp|com\.vk\.vkclient/, 'VK'],
  // Google's app; Chrome on iOS calls itself CriOS.
  [/\b(?:GSA|GoogleApp)\//, 'Google app'],
  [/\bBingSapphire\/|\bBingWeb\//, 'Bing app'],
  // Browsers made of others, which stand beside the other's token.
  // UC Browser names Opera Mini, headsets name Samsung's browser, televisions name Opera.
  [/\b(?:UCBrowser|UCWEB|UCMini|UCMobile|UBrowser)/, 'UC Browser'],
  [/\bPicoBrowser\//, 'PICO Browser'],
  [/\bOculusBrowser\//, 'Meta Quest Browser'],
  [/\bVIDAA\b/, 'VIDAA'],
  [/\bWhaleTV\//, 'Whale TV'],
  [/\bTbrowser\//i, 'TBrowser'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT|OPX|OPRGX|Opera Mini|Opera Mobi|Opera|OMI)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:YaBrowser|YaApp|YaSearch(?:App|Browser)|YandexSearch)/, 'Yandex Browser'],
  // On iOS it stands alone at the end; on Android and on computers Brave mostly says that it is Chrome.
  [/\b[Bb]rave\b/, 'Brave'],
  [/\bEcosia\b/, 'Ecosia'],
  [/\bQwant(?:Mobile|Browser)?\//i, 'Qwant'],
  [/\bAlohaBrowser\//, 'Aloha'],
  [/\bWhale\//, 'Whale'],
  [/\bcoc_coc_browser\/|\bCocCoc/i, 'Cốc Cốc'],
  [/\b(?:MQQBrowser|QQBrowser|M?QQLite|QQ)\//, 'QQ Browser'],
  [/\bMZBrowser\//, 'Meizu Browser'],
  [/\bSwing(?:\(And\))?\//, 'Swing'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bMint Browser\//, 'Mint Browser'],
  [/\b(?:HuaweiBrowser|HBPC)\//, 'Huawei Browser'],
  [/\bHeyTapBrowser\/|\bOppoBrowser\//, 'HeyTap Browser'],
  [/\bVivoBrowser\//, 'Vivo Browser'],
  [
    /\b(?:QihooBrowser|QHBrowser|360SE|360EE|360Browser|harmony360Browser|360 A(?:lite)?phone Browser)/i,
    '360 Browser',
  ],
  [/\b(?:Sogou(?:Mobile|Android)Browser|SogouMSE|SogouSearch|MetaSr|SE 2\.X)/, 'Sogou Browser'],
  [/\bLBBROWSER|\bLieBao/, 'Liebao'],
  [/\bQuark\//, 'Quark'],
  [/\b(?:Phoenix|PHX)\/\d/, 'Phoenix'],
  [/\bHiBrowser\//, 'Hi Browser'],
  [/\bJioSphere\//, 'JioSphere'],
  [/\bSznProhlizec\//, 'Seznam Browser'],
  [/\bPuffin\//, 'Puffin'],
  [/\bSilk\//, 'Amazon Silk'],
  [/\b(?:Avast|AvastSecureBrowser|ASW)\//, 'Avast Secure Browser'],
  [/\bAVG\/|\bAVGBrowser\//, 'AVG Secure Browser'],
  [/\bCCleaner\//, 'CCleaner Browser'],
  [/\bAvira\//, 'Avira Secure Browser'],
  [/\bNorton\//, 'Norton Private Browser'],
  [/\bTesla\//, 'Tesla Browser'],
  [/\bIron\b(?:Safe)?\/?/, 'SRWare Iron'],
  [/\bSleipnir\//, 'Sleipnir'],
  [/\bMaxthon|\bMxBrowser/, 'Maxthon'],
  [/\bEpiphany\//, 'GNOME Web'],
  [/\bKonqueror\//i, 'Konqueror'],
  [/\bFalkon\/|\bQupZilla\//, 'Falkon'],
  [/\bqutebrowser\//, 'qutebrowser'],
  [/\bPaleMoon\//, 'Pale Moon'],
  [/\bSeaMonkey\//, 'SeaMonkey'],
  [/\bWaterfox\//, 'Waterfox'],
  [/\bNetFront|\bNF\/|\bNintendoBrowser/, 'NetFront'],
  [/\bPlayStation\b/, 'PlayStation'],
  [/\bElectron\//, 'Electron'],
  [/\b(?:FxiOS|Focus|Klar|Fennec|Minefield|IceCat|Iceweasel|LibreWolf|Firefox)\//, 'Firefox'],
  [/\bCriOS\//, 'Chrome'],
  [/\bTrident\/|\bMSIE \d/, 'Internet Explorer'],
  // A page inside an Android app; `wv` since Android 5, and Chrome itself never gives a `Version`.
  [/; wv\b|\bAndroid\b.*\bVersion\/[\d.]+ Chrome\//, 'Android WebView'],
  // The same on HarmonyOS.
  [/\bArkWeb\//, 'ArkWeb'],
  [/\bTizen\b/, 'Tizen Browser'],
  [/\bWeb0S\b|\bwebOS\b/, 'webOS Browser'],
];

/** Bowser's names that are not ours. Names it may have in later versions are taken as they are. */
export const browserNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'NAVER Whale Browser': 'Whale',
  'QQ Browser Lite': 'QQ Browser',
  'Opera Coast': 'Opera',
  Focus: 'Firefox',
  LibreWolf: 'Firefox',
  Epiphany: 'GNOME Web',
  QupZilla: 'Falkon',
  'Google Search': 'Google app',
  'WebOS Browser': 'webOS Browser',
  Tizen: 'Tizen Browser',
  'MZ Browser': 'Meizu Browser',
  Generic: 'Unknown',
};

/** Of operating systems, before bowser's. Android and Linux are last: others are made of them and say so. */
export const systemTokens: readonly Token[] = [
  // Windows Phone is first: it says that it is like an iPhone and Android, and Windows when it asks as a computer does.
  [/\bWindows Phone\b|\bWPDesktop\b|\bIEMobile\b|\b(?:XBL|Zune)WP7\b|\bwds \d/, 'Windows Phone'],
  // Headsets, which say Linux when they ask as a computer does.
  [/\bOculusBrowser\/|\bPicoBrowser\//, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bXbox\b/, 'Xbox'],
  [/\bPlayStation\b|\bPLAYSTATION\b/, 'PlayStation'],
  [/\bNintendo\b/, 'Nintendo'],
  [/\bCrOS\b/, 'Chrome OS'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bKAIOS\b/i, 'KaiOS'],
  [/\bTizen\b/, 'Tizen'],
  [/\bWeb0S\b|\bwebOS\b|\bhpwOS\b/, 'webOS'],
  [/\bRoku\b/, 'Roku'],
  [/\bBlackBerry\b|\bBB10\b|\bRIM Tablet\b/, 'BlackBerry'],
  [/\bSailfish\b/, 'Sailfish OS'],
  [/\bSymbian(?:OS)?\b|\bSeries ?[346]0\b/, 'Symbian'],
  [/\bAndroid\b|\bAdr \d/, 'Android'],
  [/\bWindows\b|\bWin(?:98|95|NT|32)\b/, 'Windows'],
  // An app of Apple's devices: CFNetwork says the kernel, which is the same on all of them.
  [/\bMacintosh\b|\bMac OS X\b|\bMac_PowerPC\b/, 'macOS'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bOpenBSD\b/, 'OpenBSD'],
  [/\bNetBSD\b/, 'NetBSD'],
  [/\bSunOS\b/, 'Solaris'],
  [/\bHaiku\b/, 'Haiku'],
  [/\bFuchsia\b/, 'Fuchsia'],
  [/\bLinux\b|\bX11\b|\bUbuntu\b|\bFedora\b/, 'Linux'],
];

/** Bowser's names that are not ours. */
export const systemNames: Readonly<Record<string, string>> = {
  WebOS: 'webOS',
  'PlayStation 4': 'PlayStation',
};
