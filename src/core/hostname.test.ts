import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { parseHostname } from './hostname.ts';

const label63 = 'a'.repeat(63);
/** 253 characters: three labels of 63, one of 61 and three dots. */
const host253 = [label63, label63, label63, 'b'.repeat(61)].join('.');

function hostOf(text: string): string | undefined {
  const result = parseHostname(text);
  return result.ok ? result.host : undefined;
}

function reasonOf(text: string): string | undefined {
  const result = parseHostname(text);
  return result.ok ? undefined : result.reason;
}

describe('parseHostname accepts and normalises', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Old.Example.COM\t', 'old.example.com'],
    ['example.com.', 'example.com'],
    ['a.b', 'a.b'],
    ['1.example', '1.example'],
    ['127.0.0.1.example', '127.0.0.1.example'],
    ['a-b.c--d.example', 'a-b.c--d.example'],
    [`${label63}.example`, `${label63}.example`],
    [host253, host253],
    [`${host253}.`, host253],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['faß.example', 'xn--fa-hia.example'],
    // As ß, not as ss, since Unicode 15.1.
    ['STRAẞE.example', 'xn--strae-oqa.example'],
    ['☃.example', 'xn--n3h.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['example。com', 'example.com'],
    ['example｡com。', 'example.com'],
    ['soft\u00adhyphen.example', 'softhyphen.example'],
    // ZWJ and ZWNJ are letters' company in Indic scripts, allowed after a virama only (RFC 5892 appendix A).
    ['क्\u200dष.example', 'xn--11b2ezcw70k.example'],
  ])('%j as %s', (text, host) => {
    expect(parseHostname(text)).toEqual({ ok: true, host });
  });
});

describe('parseHostname refuses', () => {
  it.each([
    ['', 'empty'],
    [' \t\n', 'empty'],
    ['localhost', 'single label'],
    ['localhost.', 'single label'],
    ['.', 'empty label'],
    ['.example.com', 'empty label'],
    ['a..example', 'empty label'],
    ['example.com..', 'empty label'],
    ['bücher..example', 'empty label'],
    [`${label63}a.example`, 'label longer than 63'],
    [`${host253}b`, 'longer than 253'],
    [`${host253}b.`, 'longer than 253'],
    [
      `${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}`,
      'longer than',
    ],
    ['a.'.repeat(1000), 'longer than 253'],
    [`${'\u{fdfa}'.repeat(20)}.example`, 'longer than 253'],
    ['-a.example', 'hyphens'],
    ['a-.example', 'hyphens'],
    ['*.example.com', '"*"'],
    ['a_b.example', '"_"'],
    ['example.com:80', '":"'],
    ['https://example.com', '":"'],
    ['example.com/path', '"/"'],
    ['example.com\\path', '"\\\\"'],
    ['user@example.com', '"@"'],
    ['exa mple.com', '" "'],
    ['example.com\u0000.evil.example', String.raw`"\u0000"`],
    ['ex%61mple.com', '"%"'],
    ['[::1]', '"["'],
    ['::1', '":"'],
    ['127.0.0.1', 'IP address'],
    ['127.0.0.1.', 'IP address'],
    ['1.2', 'IP address'],
    ['127.0.0.0x1', 'IP address'],
    ['a.0X', 'IP address'],
    ['example.123', 'IP address'],
    ['１２７．０．０．１', 'IP address'],
    ['é.1', 'IP address'],
    ['a\u200db.example', 'internationalised'],
    ['a\u200cb.example', 'internationalised'],
    ['xn--a.example', 'internationalised'],
    ['xn--.example', 'internationalised'],
    // Ü, which is mapped to ü; U+0378, which is no character.
    ['xn--bcher-2pa.example', 'internationalised'],
    ['xn--a-qib.example', 'internationalised'],
    ['xn--bcher-kva\u00e9.example', 'internationalised'],
    ['a\u2260b.example.\u2488', ''],
    ['a\ud800.example', 'not valid Unicode'],
    ['℀.example', ''],
    ['a／b.example', ''],
    ['a＠b.example', ''],
    ['a：80.example', ''],
    ['a％2e.example', ''],
  ])('%j: %s', (text, reason) => {
    expect(hostOf(text)).toBeUndefined();
    expect(reasonOf(text)).toContain(reason);
  });
});

describe('parseHostname, whatever the text', () => {
  /** Text that reaches deep: pieces that IDN mapping changes, between letters and dots. */
  const piece = fc.constantFrom(
    '.',
    '。',
    '．',
    '-',
    '--',
    'xn--',
    'XN--',
    'a',
    'B',
    '1',
    '0x',
    'é',
    'ß',
    'İ',
    'K',
    'ﬁ',
    '½',
    '…',
    '⒈',
    'א',
    'ا',
    '\u00ad',
    '\u200c',
    '\u200d',
    '\u0308',
    '\ufeff',
    ' ',
    label63,
    'bcher-kva',
  );
  const nearHost = fc.array(
    fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 2 })),
    {
      maxLength: 12,
    },
  );
  const text = fc.oneof(
    nearHost.map((pieces) => pieces.join('')),
    nearHost.map((pieces) => `${pieces.join('')}.example`),
    fc.string({ unit: 'binary' }),
    fc.domain(),
  );

  it('does not throw, and what it accepts is LDH labels within the lengths of DNS', () => {
    fc.assert(
      fc.property(text, (value) => {
        const host = hostOf(value);
        if (host === undefined) return;
        expect(host).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/);
        expect(host.length).toBeLessThanOrEqual(253);
        for (const label of host.split('.')) expect(label.length).toBeLessThanOrEqual(63);
        // A URL parser must read the stored host as the same host: neither an address nor another name.
        if (!host.includes('xn--')) expect(new URL(`http://${host}/`).hostname).toBe(host);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        const host = hostOf(value);
        if (host !== undefined) expect(hostOf(host)).toBe(host);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('does not tell names apart by case, surrounding space or a trailing dot', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const host = hostOf(domain);
        expect(hostOf(` ${domain.toUpperCase()}.\n`)).toBe(domain.length > 253 ? undefined : host);
      }),
      { numRuns: runs(5000) },
    );
  });
});
