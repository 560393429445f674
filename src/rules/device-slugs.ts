/**
 * The slugs of operating systems and browsers that a rule may name: those of every name that a user agent may lead to, apart from
 * robots, which `bots` is for. They stand here as text, because the dashboard, which checks rules too, has no table of user agents.
 * Source: docs/reference/rules.md ("Conditions"), docs/reference/enrichment.md ("Browsers and operating systems").
 */

export const systemSlugs: readonly string[] = (
  'android bada blackberry chrome-os freebsd fuchsia haiku harmony-os ios ipad-os kai-os linux mac-os netbsd nintendo openbsd ' +
  'playstation roku sailfish-os solaris symbian tizen unknown web-os windows windows-phone xbox'
).split(' ');

export const browserSlugs: readonly string[] = (
  '360-browser alipay aloha amazon-silk android-browser android-webview apple-news arkweb avast-secure-browser avg-secure-browser ' +
  'avira-secure-browser bada baidu bing-app blackberry brave ccleaner-browser chrome chromium coc-coc dingtalk discord duckduckgo ' +
  'ecosia edge electron facebook falkon firefox gnome-web google-app heytap-browser hi-browser huawei-browser instagram ' +
  'internet-explorer jiosphere k-meleon kakaotalk konqueror ladybird lark liebao line linkedin maxthon meizu-browser messenger ' +
  'meta-quest-browser mi-browser microsoft-teams mint-browser naver netfront norton-private-browser opera pale-moon phantomjs phoenix ' +
  'pico-browser pinterest playstation puffin qq-browser quark qutebrowser qwant reddit roku safari sailfish samsung-internet seamonkey ' +
  'seznam-browser slack sleipnir snapchat sogou-browser srware-iron swing tbrowser telegram tesla-browser threads tiktok tizen-browser ' +
  'toutiao uc-browser unknown viber vidaa vivaldi vivo-browser vk waterfox web-os-browser wechat wecom weibo whale whale-tv whatsapp x ' +
  'yandex-browser zalo'
).split(' ');
