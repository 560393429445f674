import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BotLookup } from './bot.ts';
import { CrawlerDirectories, crawlerDirectories } from './crawler-directories.ts';
import { CrawlerJudge } from './crawler-judge.ts';
import { HostLookUps } from './host-look-ups.ts';

test('each crawler has a name that crawlers are given, and each directory an https origin', () => {
  const bots = new BotLookup();
  for (const { origin, crawlers } of crawlerDirectories) {
    expect(new URL(origin).origin).toBe(origin);
    expect(origin).toMatch(/^https:/);
    for (const name of crawlers) expect(bots.nameOf(`Mozilla/5.0 (compatible; ${name}/1.0)`)).toBe(name);
  }
});

test('the documentation lists them', () => {
  const page = readFileSync('docs/reference/bots.md', 'utf8');
  const table = /<!-- directories -->\n([^]*?)<!-- \/directories -->/
    .exec(page)?.[1]
    ?.split('\n')
    .slice(2, -1);
  expect(table).toEqual(
    crawlerDirectories.map(({ crawlers, origin }) => `| ${crawlers.join(' · ')} | \`${origin}\` |`),
  );
});

test("a directory is of its operator's crawlers only, in any case", () => {
  const directories = new CrawlerDirectories([
    { crawler: 'Acme Monitor', origin: 'https://bots.acme.example' },
    { crawler: 'Acme Monitor', origin: 'https://old.acme.example' },
    { crawler: 'AcmeBot', origin: 'https://bots.acme.example' },
  ]);
  const isOf = (...[bot, origin]: readonly [string, string]) => directories.isOf(bot, origin);
  for (const bot of ['acme monitor', 'ACMEBOT']) expect(isOf(bot, 'https://bots.acme.example')).toBe(true);
  expect(isOf('AcmeBot', 'https://old.acme.example')).toBe(false);
  expect(isOf('ChatGPT-User', 'https://chatgpt.com')).toBe(true);
  expect(isOf('ChatGPT-User', 'https://agent.bot.goog')).toBe(false);
  expect(isOf('', 'https://chatgpt.com')).toBe(false);
  expect(directories.isListed('https://chatgpt.com:444')).toBe(false);
});

test('a signature is enough, and is pending unless the address says more', async () => {
  const hosts = new HostLookUps(async (address) => (address === '192.0.2.1' ? ['a.googlebot.com'] : []), {
    now: () => 0,
  });
  const judge = new CrawlerJudge(undefined, undefined, hosts);
  const verdictOf = (address: string, signature?: 'verified' | 'pending' | 'claimed') =>
    judge.verdictOf('Googlebot', address, 'account', signature);
  expect(verdictOf('192.0.2.1', 'verified')).toBe('verified');
  expect([verdictOf('192.0.2.1', 'claimed'), verdictOf('192.0.2.2', 'claimed')]).toEqual([
    'pending',
    'pending',
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([verdictOf('192.0.2.1', 'pending'), verdictOf('192.0.2.1')]).toEqual(['verified', 'verified']);
  expect([verdictOf('192.0.2.2', 'pending'), verdictOf('192.0.2.2')]).toEqual(['pending', 'claimed']);
  expect(judge.verdictOf('', '192.0.2.1', 'account', 'verified')).toBe('none');
});
