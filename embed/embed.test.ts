/** The elements as they are built, and their pure parts. Source: docs/guides/embedding.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../src/core/languages.ts';
import { tempDir } from '../test/support/temp-dir.ts';
import { writtenDuration } from './src/duration.ts';
import { bucketWriter, periodIds, periodLabel, periodOf, zoneOf } from './src/periods.ts';
import { chosenDomain, Refusal } from './src/read-statistics.ts';

const maxBrotliBytes = 15_000;

describe('what is built', () => {
  let built = '';

  beforeAll(async () => {
    const outDir = await tempDir(afterAll);
    await build({ root: import.meta.dirname, build: { outDir } });
    built = await readFile(join(outDir, 'embed.js'), 'utf8');
  });

  it(`takes at most ${maxBrotliBytes} bytes in Brotli`, () => {
    const bytes = brotliCompressSync(built).length;
    process.stdout.write(`embed: ${bytes} bytes in Brotli, ${built.length} plain\n`);
    expect(bytes).toBeLessThanOrEqual(maxBrotliBytes);
  });

  it('is a classic script without imports, and does nothing that strict policies forbid', () => {
    expect(() => new Script(built)).not.toThrow();
    expect(built).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|\beval\b|Function\(|document\.write/);
    expect(built).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB/);
  });
});

it('the page of examples makes tokens as the guide does', async () => {
  const read = (path: string) => readFile(join(import.meta.dirname, path), 'utf8');
  const page = (await read('public/index.html')).replaceAll('&gt;', '>').replaceAll('&lt;', '<');
  const [, code = ''] =
    /```js\n(\s*import \{ createHmac[\s\S]*?)\n *```/.exec(await read('../docs/guides/embedding.md')) ?? [];
  const lines = code.split('\n').map((line) => line.replace(/^ {3}/, ''));
  expect(lines.length).toBeGreaterThan(5);
  expect(page).toContain(lines.join('\n'));
});

const english = { language: 'en', locale: 'en-GB' } as const;

it.each([
  ['day', 'Today', '2026-10-25T02:00:00+01:00', '2:00'],
  ['7d', 'Last 7 days', '2026-11-22', '22 Nov 2026'],
  ['30d', 'Last 30 days', '2026-11-01', '1 Nov 2026'],
  ['90d', 'Last 90 days', '2026-09-01', '1 Sept 2026'],
  ['12mo', 'Last 12 months', '2025-12-01', 'December 2025'],
] as const)('%s is “%s”, and its %s is written %s', (period, label, key, written) => {
  expect(periodLabel(period, english)).toBe(label);
  expect(bucketWriter(period, english)(key)).toMatch(new RegExp(`^0?${written}$`));
});

it('every period has a name of its own in every language', () => {
  for (const language of languages) {
    const names = periodIds.map((id) => periodLabel(id, { language, locale: language }));
    expect(new Set(names).size).toBe(names.length);
  }
});

it.each([[null], [''], ['31d'], ['toString'], ['__proto__']])('%j is no period', (text) => {
  expect(periodOf(text)).toBe('30d');
});

it.each([
  ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
  [null, 'Europe/Berlin', 'Europe/Berlin'],
  ['', 'Europe/Berlin', 'Europe/Berlin'],
  [null, 'Etc/Unknown', 'UTC'],
])('days are those of the zone %j in a browser of %s: %s', (named, ofBrowser, zone) => {
  expect(zoneOf(named, ofBrowser)).toBe(zone);
});

it.each([
  [0, '0s'],
  [59.4, '59s'],
  [59.6, '1m 0s'],
  [95.2, '1m 35s'],
  [7_325, '122m 5s'],
])('%d seconds are %s', (seconds, written) => {
  expect(writtenDuration(seconds, 'en-GB')).toBe(written);
});

it('a domain is found by uuid and host, and without one it is the first', () => {
  const domain = (uuid: string, host: string) => ({ uuid, host, external_id: 'x' });
  const domains = [
    domain('0190b6a0-0000-7000-8000-000000000001', 'a.example.com'),
    domain('0190b6a0-0000-7000-8000-000000000002', 'b.example.com'),
    domain('0190b6a0-0000-7000-8000-000000000003', 'xn--mnchen-3ya.example'),
    domain('0190b6a0-0000-7000-8000-000000000004', '*.example.com'),
  ];
  for (const named of [null, '', ' ']) expect(chosenDomain(domains, named)).toBe(domains[0]);
  for (const named of ['b.example.com', 'B.Example.com ', 'b.example.com.', domains[1]?.uuid ?? ''])
    expect(chosenDomain(domains, named)).toBe(domains[1]);
  for (const named of ['München.example', 'xn--mnchen-3ya.example'])
    expect(chosenDomain(domains, named)).toBe(domains[2]);
  expect(chosenDomain(domains, '*.example.com')).toBe(domains[3]);
  for (const named of ['c.example.com', 'b.example.com:x', '[', '2'])
    expect(() => chosenDomain(domains, named)).toThrow(Refusal);
  expect(() => chosenDomain([], null)).toThrow('not_found');
});
