/** The icons of browsers, operating systems, sources, crawlers and networks, by the name that reports give them. */

type IconRow = readonly [icon: string, ...names: readonly string[]];

/** Icons are bootstrap-icons' names. Anything without one is shown with its first letter. */
export const iconRows: readonly IconRow[] = [
  ['browser-chrome', 'Chrome', 'Chrome OS', 'Chrome Web Store'],
  ['browser-edge', 'Edge'],
  ['browser-firefox', 'Firefox', 'Firefox Add-ons'],
  ['browser-safari', 'Safari'],
  ['windows', 'Windows', 'Microsoft Store'],
  ['microsoft', 'Microsoft Azure', 'MSN'],
  ['microsoft-teams', 'Microsoft Teams'],
  [
    'apple',
    'macOS',
    'iOS',
    'iPadOS',
    'Apple',
    'Applebot',
    'Apple News',
    'Apple Podcasts',
    'iCloud',
    'App Store',
  ],
  ['apple-music', 'Apple Music'],
  ['android2', 'Android'],
  ['tux', 'Linux'],
  ['ubuntu', 'Ubuntu'],
  [
    'google',
    'Google',
    'Google app',
    'Googlebot',
    'Googlebot-Image',
    'AdsBot-Google',
    'Google Cloud',
    'Google Share',
  ],
  ['google-play', 'Google Play'],
  ['bing', 'Bing', 'Bing app', 'Bingbot'],
  ['openai', 'ChatGPT', 'GPTBot', 'ChatGPT-User', 'OAI-SearchBot'],
  ['claude', 'Claude', 'ClaudeBot', 'Claude-User', 'Claude-SearchBot'],
  ['perplexity', 'Perplexity', 'PerplexityBot', 'Perplexity-User'],
  ['facebook', 'Facebook', 'facebookexternalhit'],
  ['instagram', 'Instagram'],
  ['messenger', 'Messenger'],
  ['threads', 'Threads'],
  ['whatsapp', 'WhatsApp'],
  ['twitter-x', 'X', 'Twitterbot'],
  ['linkedin', 'LinkedIn', 'LinkedInBot'],
  ['reddit', 'Reddit', 'Redditbot'],
  ['pinterest', 'Pinterest', 'Pinterestbot'],
  ['tiktok', 'TikTok'],
  ['snapchat', 'Snapchat'],
  ['bluesky', 'Bluesky'],
  ['mastodon', 'Mastodon'],
  ['telegram', 'Telegram', 'TelegramBot'],
  ['discord', 'Discord', 'Discordbot'],
  ['slack', 'Slack', 'Slackbot'],
  ['signal', 'Signal'],
  ['line', 'LINE'],
  ['quora', 'Quora'],
  ['youtube', 'YouTube'],
  ['vimeo', 'Vimeo'],
  ['twitch', 'Twitch'],
  ['spotify', 'Spotify'],
  ['substack', 'Substack'],
  ['medium', 'Medium'],
  ['wikipedia', 'Wikipedia'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['stack-overflow', 'Stack Overflow'],
  ['dropbox', 'Dropbox'],
  ['amazon', 'Amazon', 'Amazonbot', 'Amazon AWS'],
];

const iconByName = new Map(iconRows.flatMap(([icon, ...names]) => names.map((name) => [name, icon])));

/** Undefined when there is no icon. */
export function brandIcon(name: string): string | undefined {
  return iconByName.get(name);
}
