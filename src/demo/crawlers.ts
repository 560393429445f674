/** The demo's crawlers: names and networks as in live traffic. */
import { Choice } from './random.ts';

export type Crawler = {
  readonly bot: string;
  /** Slug of the hosting network. */
  readonly datacenter: string;
  readonly paths: 'pages' | 'health' | 'scan';
};

function crawler(bot: string, datacenter: string, paths: Crawler['paths'] = 'pages'): Crawler {
  return { bot, datacenter, paths };
}

export const crawlers: Choice<Crawler> = new Choice([
  [30, crawler('Googlebot', 'google')],
  [14, crawler('Bingbot', 'microsoft-azure')],
  [11, crawler('GPTBot', 'microsoft-azure')],
  [8, crawler('ClaudeBot', 'amazon-aws')],
  [7, crawler('AhrefsBot', 'ovh')],
  [6, crawler('SemrushBot', '')],
  [5, crawler('Applebot', '')],
  [4, crawler('Bytespider', 'amazon-aws')],
  [4, crawler('YandexBot', 'yandex')],
  [3, crawler('DuckDuckBot', 'microsoft-azure')],
  [3, crawler('Amazonbot', 'amazon-aws')],
  [2, crawler('CCBot', 'amazon-aws')],
  [16, crawler('UptimeRobot', 'amazon-aws', 'health')],
  [6, crawler('', 'digitalocean', 'scan')],
  [4, crawler('', 'hetzner', 'scan')],
  [3, crawler('', 'linode', 'scan')],
]);

/** Networks of people's virtual private networks. */
export const tunnels: Choice<string> = new Choice([
  [3, 'datacamp'],
  [2, 'm247'],
  [1, 'packethub'],
]);

export const scannedPaths: readonly string[] = [
  '/wp-login.php',
  '/.env',
  '/.git/config',
  '/xmlrpc.php',
  '/phpmyadmin/index.php',
];
