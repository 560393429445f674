import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePageview } from '../../../test/support/pageviews.ts';
import { runs } from '../../../test/support/runs.ts';
import { defaultLimits } from '../../core/account-limits.ts';
import { type PageviewRow, plainPageview } from '../engine/pageview-row.ts';
import type { Location } from '../lookup/location-record.ts';
import { UserAgentLookup } from '../lookup/user-agent.ts';
import { PageviewPipeline } from './pageview-pipeline.ts';
import type { PageviewRecord } from './pageview-record.ts';

const nowMs = Date.UTC(2026, 0, 15, 13);
const bonn: Location = { country: 'DE', region: 'DE-NW', regionName: 'North Rhine-Westphalia', city: 'Bonn' };
const nowhere: Location = { country: '', region: '', regionName: '', city: '' };
const pipeline = new PageviewPipeline(
  new UserAgentLookup(),
  { find: (network) => (network === '203.0.113.0' ? bonn : nowhere) },
  { now: () => nowMs },
);

function rowOf(changes: Partial<PageviewRecord>): PageviewRow {
  const row = pipeline.toRow({ ...samplePageview, ...changes }, 'import', 1);
  if (typeof row === 'string') throw new Error(`refused: ${row}`);
  return row;
}

describe('PageviewPipeline', () => {
  it('makes a row', () => {
    expect(pipeline.toRow(samplePageview, 'collector', 1)).toEqual({
      domain: samplePageview.domainUuid,
      time: samplePageview.receivedAtMs,
      arrival: 1,
      visitor: '12345678901234567890',
      previous_visitor: '0',
      path: '/some/page',
      source: 'Google',
      referrer: 'google.com',
      utm_source: 'letter',
      utm_medium: 'email',
      utm_campaign: '',
      utm_term: '',
      utm_content: '',
      browser: 'Firefox',
      operating_system: 'Linux',
      screen: 'laptop',
      country: 'DE',
      region: 'DE-NW',
      region_name: 'North Rhine-Westphalia',
      city: 'Bonn',
      ...plainPageview,
    } satisfies PageviewRow);
  });

  it('keeps the name, properties and revenue of a custom event', () => {
    const details = {
      name: 'Purchase',
      props: { plan: 'pro' },
      revenue_amount: '12.50',
      revenue_currency: 'EUR',
    };
    expect(rowOf({ details })).toMatchObject(details);
  });

  it('refuses events beyond the names that a domain may have on a day', () => {
    const ownPipeline = new PageviewPipeline(
      { find: () => ({ browser: '', operatingSystem: '', device: '' }) },
      { find: () => nowhere },
      { now: () => nowMs },
    );
    const outcomes = Array.from({ length: (defaultLimits.event_names ?? 0) + 1 }, (_, index) =>
      ownPipeline.toRow(
        { ...samplePageview, details: { ...plainPageview, name: `event ${index}` } },
        'collector',
        1,
      ),
    );
    expect(outcomes.filter((row) => typeof row !== 'string')).toHaveLength(defaultLimits.event_names ?? 0);
    expect(outcomes.at(-1)).toBe('event_names_exceeded');
  });

  it('says what is unknown', () => {
    const row = rowOf({ userAgent: '', width: 0, clientNetwork: '', referrer: '', query: '' });
    expect(row).toMatchObject({
      source: 'Direct',
      utm_source: '',
      browser: 'Unknown',
      operating_system: 'Unknown',
      screen: '',
      country: '',
      city: '',
    });
  });

  it.each([
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/a\u0000b\nc\u007f', '/a%00b%0Ac%7F'],
    ['/a%20b%', '/a%20b%'],
    ['/\ud800x', '/%EF%BF%BDx'],
    ['', '/'],
    ['page', '/page'],
    ['/a?b=c', '/a'],
    ['/a#b?c', '/a'],
    ['//x/', '//x/'],
    ['/<script>', '/<script>'],
  ])('stores the path %j as %j', (path, expected) => {
    expect(rowOf({ path }).path).toBe(expected);
  });

  it('stores any path as printable ASCII of 8 KiB at most, no percent-encoding cut through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 2_000 }), (part, times) => {
        const stored = rowOf({ path: part.repeat(times) }).path;
        expect(stored).toMatch(/^\/[\x21-\x7e]*$/);
        expect(stored.length).toBeLessThanOrEqual(8 * 1024);
      }),
      { numRuns: runs(30) },
    );
    expect(rowOf({ path: `/${'é'.repeat(8_000)}` }).path).toMatch(/^\/(?:%C3%A9)*(?:%C3)?$/);
  });

  it.each([
    // An import of an older program, which wrote the whole URL: its path is not asked for.
    [{ referrer: 'https://www.google.com/search?q=secret' }, 'google.com'],
    [{ referrer: 'https://a.example', referrerPath: '/b\u00e9' }, 'a.example/b%C3%A9'],
    [{ referrer: '', referrerPath: '/b', resolved: { source: 'Google' } }, 'Direct'],
    [{ referrer: `https://${samplePageview.host}`, referrerPath: '/b' }, 'Direct'],
  ])('stores the referrer of %j: %s', (changes, referrer) => {
    expect(rowOf(changes).referrer).toBe(referrer);
  });

  it.each([
    [0, ''],
    [-5, ''],
    [0.5, ''],
    [1, 'mobile'],
    [575, 'mobile'],
    [575.9, 'mobile'],
    [576, 'tablet'],
    [991, 'tablet'],
    [992, 'laptop'],
    [1439, 'laptop'],
    [1440, 'desktop'],
    [100_000, 'desktop'],
    [100_001, ''],
    [1e308, ''],
  ])('takes a viewport of %d pixels for %j', (width, screen) => {
    expect(rowOf({ width }).screen).toBe(screen);
  });

  it('prefers what an import has resolved', () => {
    const resolved = {
      source: 'Newsletter',
      browser: 'Lynx',
      operatingSystem: 'Plan 9',
      screen: 'desktop',
      region: 'JP-13',
      city: 'Tokyo',
    } as const;
    expect(rowOf({ resolved })).toMatchObject({
      source: 'Newsletter',
      browser: 'Lynx',
      operating_system: 'Plan 9',
      screen: 'desktop',
      country: 'JP',
      region: 'JP-13',
      region_name: 'Tokyo',
      city: 'Tokyo',
    });
  });

  it.each([
    [{ country: 'FR' }, { country: 'FR', region: '', region_name: '', city: '' }],
    [{ country: 'ZZ' }, { country: '', city: '' }],
    [{ country: 'fr' }, { country: '' }],
    [{ region: 'ZZ-1' }, { country: '', region: '', region_name: '' }],
    [
      { region: 'nonsense', country: 'FR' },
      { country: 'FR', region: '' },
    ],
    [
      { region: 'DE-BY', regionName: 'Bayern' },
      { country: 'DE', region: 'DE-BY', region_name: 'Bavaria' },
    ],
    [
      { country: 'DE', regionName: 'Bayern' },
      { country: 'DE', region: '', region_name: 'Bayern' },
    ],
    [{ city: 'a\u0000\u202eb' }, { country: '', city: 'a b' }],
    [
      { country: '', city: '' },
      { country: 'DE', city: 'Bonn' },
    ],
    [
      { source: '', browser: ' ' },
      { source: 'Google', browser: 'Firefox' },
    ],
  ])('takes %j for %j', (resolved, expected) => {
    expect(rowOf({ resolved })).toMatchObject(expected);
  });

  it('bounds and cleans every text, whatever a record has', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(text, text, text, text, text, (query, referrer, userAgent, city, source) => {
        const row = rowOf({ query, referrer, userAgent, clientNetwork: query, resolved: { city, source } });
        for (const [name, value] of Object.entries(row)) {
          if (typeof value !== 'string' || name === 'path') continue;
          expect(value.isWellFormed(), name).toBe(true);
          expect(value.length, name).toBeLessThanOrEqual(255);
          expect(value, name).not.toMatch(/[\u0000-\u001f\u007f]/);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it.each([-1, Date.UTC(2100, 0, 1), 1e300, Number.NaN])('refuses the time %d', (receivedAtMs) => {
    for (const origin of ['collector', 'import'] as const)
      expect(pipeline.toRow({ ...samplePageview, receivedAtMs }, origin, 1)).toBe('time_invalid');
  });

  it('refuses what an import says of later than in an hour; the collector is right about its time', () => {
    const soon = { ...samplePageview, receivedAtMs: nowMs + 3_600_000 };
    const later = { ...samplePageview, receivedAtMs: nowMs + 3_600_001 };
    expect(pipeline.toRow(soon, 'import', 1)).toMatchObject({ time: soon.receivedAtMs });
    expect(pipeline.toRow(later, 'import', 1)).toBe('time_invalid');
    expect(pipeline.toRow(later, 'collector', 1)).toMatchObject({ time: later.receivedAtMs });
  });
});
