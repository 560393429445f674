import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import type { VisitorSalt } from '../../core/salt-period.ts';
import { VisitorHasher } from './visitor-hash.ts';

const dayMs = 86_400_000;
const today = Date.UTC(2026, 4, 4);
const saltOf = (fromMs: number, byte: number): VisitorSalt => ({
  fromMs,
  toMs: fromMs + dayMs,
  key: Buffer.alloc(32, byte).toString('base64'),
});
const salts = [saltOf(today - dayMs, 1), saltOf(today, 2), saltOf(today + dayMs, 3)];
const domain = '0190b6a0-0000-7000-8000-000000000001';
const noon = today + dayMs / 2;

function hasherWith(...list: readonly VisitorSalt[]): VisitorHasher {
  const hasher = new VisitorHasher();
  hasher.setSalts(list);
  return hasher;
}
const hasher = hasherWith(...salts);

describe('VisitorHasher', () => {
  it('knows for which times it has a salt', () => {
    expect(hasher.covers(today)).toBe(true);
    expect(hasher.covers(today + 2 * dayMs - 1)).toBe(true);
    expect(hasher.covers(today + 2 * dayMs)).toBe(false);
    expect(hasher.covers(today - dayMs - 1)).toBe(false);
  });

  it('has no hash for a time without a salt', () => {
    expect(new VisitorHasher().hash(domain, '192.0.2.1', 'x', noon)).toBeUndefined();
    expect(hasher.hash(domain, '192.0.2.1', 'x', today - dayMs - 1)).toBeUndefined();
    expect(hasher.hash(domain, '192.0.2.1', 'x', today + 2 * dayMs)).toBeUndefined();
    expect(hasher.hash(domain, '192.0.2.1', 'x', Number.NaN)).toBeUndefined();
  });

  it('is the same for the same visitor, on every node and whatever order the salts come in', () => {
    const other = hasherWith(...salts.toReversed());
    expect(other.hash(domain, '192.0.2.1', 'agent', noon)).toEqual(
      hasher.hash(domain, '192.0.2.1', 'agent', noon),
    );
  });

  it('keeps its value, which rows of earlier releases have too', () => {
    expect(hasher.hash(domain, '192.0.2.1', 'agent', noon)).toMatchInlineSnapshot(`
      {
        "previous": 0n,
        "visitor": 1614373219132736967n,
      }
    `);
  });

  it.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:c000:201'],
    ['2001:db8::1', '2001:0DB8:0:0::0001'],
    ['fe80::1', 'fe80::1%eth0'],
  ])('takes %s and %s for one client', (one, other) => {
    expect(hasher.hash(domain, one, 'agent', noon)).toEqual(hasher.hash(domain, other, 'agent', noon));
  });

  it('tells domains, addresses, user agents and salts apart', () => {
    const of = (...[uuid, address, agent, at]: [string, string, string, number]) =>
      hasher.hash(uuid, address, agent, at)?.visitor;
    const all = [
      of(domain, '192.0.2.1', 'agent', noon),
      of(newUuid(), '192.0.2.1', 'agent', noon),
      of(domain, '192.0.2.2', 'agent', noon),
      of(domain, '192.0.2.1', 'agent2', noon),
      of(domain, '192.0.2.12', 'agent', noon),
      of(domain, '192.0.2.1', '2agent', noon),
      of(domain, '192.0.2.1', 'agent', noon - dayMs),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('links the first 30 minutes of a salt to the one before, and no longer', () => {
    const last = hasher.hash(domain, '192.0.2.1', 'agent', today - 1);
    const at = (ms: number) => hasher.hash(domain, '192.0.2.1', 'agent', today + ms)?.previous;
    expect(at(0)).toBe(last?.visitor);
    expect(at(30 * 60_000 - 1)).toBe(last?.visitor);
    expect(at(30 * 60_000)).toBe(0n);
    expect(hasherWith(saltOf(today, 2)).hash(domain, '192.0.2.1', 'agent', today)?.previous).toBe(0n);
  });

  it('makes 64-bit numbers above zero of anything', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        (uuid, address, agent) => {
          const hash = hasher.hash(uuid, address, agent, noon)?.visitor ?? 0n;
          expect(hash > 0n && hash < 2n ** 64n).toBe(true);
        },
      ),
    );
  });
});
