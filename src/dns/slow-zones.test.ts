import { describe, expect, it } from 'vitest';
import { SlowZones } from './slow-zones.ts';

describe('SlowZones', () => {
  it('lets everything pass that was not slow', () => {
    const zones = new SlowZones();
    zones.note('a.one.example', 2_999, 5_000);
    expect(zones.mayCheck('a.one.example', 5_000)).toBe(true);
    expect(zones.size).toBe(0);
  });

  it('lets one host of a slow domain pass every ten seconds, and those of others always', () => {
    const zones = new SlowZones();
    zones.note('a.one.example', 3_000, 5_000);
    expect(zones.mayCheck('a.one.example', 14_999)).toBe(false);
    expect(zones.mayCheck('one.example', 14_999)).toBe(false);
    expect(zones.mayCheck('a.two.example', 14_999)).toBe(true);
    expect(zones.mayCheck('b.one.example', 15_000)).toBe(true);
    expect(zones.mayCheck('c.one.example', 15_000)).toBe(false);
    expect(zones.mayCheck('c.one.example', 25_000)).toBe(true);
  });

  it('forgets a domain as soon as a check is quick', () => {
    const zones = new SlowZones();
    zones.note('a.one.example', 6_000, 5_000);
    zones.note('b.one.example', 20, 6_000);
    expect(zones.mayCheck('c.one.example', 6_000)).toBe(true);
    expect(zones.size).toBe(0);
  });

  it('keeps customers of one provider apart, and hosts without a registered domain', () => {
    const zones = new SlowZones();
    for (const host of ['www.one.github.io', 'localhost', '203.0.113.7']) zones.note(host, 6_000, 0);
    expect(zones.mayCheck('shop.one.github.io', 1)).toBe(false);
    expect(zones.mayCheck('shop.two.github.io', 1)).toBe(true);
    expect(zones.mayCheck('localhost', 1)).toBe(false);
    expect(zones.mayCheck('203.0.113.8', 1)).toBe(true);
  });

  it('remembers no more than 10,000, the newest', () => {
    const zones = new SlowZones();
    zones.note('a.zone-0.example', 6_000, 0);
    for (let zone = 1; zone < 10_000; zone++) zones.note(`a.zone-${zone}.example`, 6_000, zone);
    zones.note('b.zone-0.example', 6_000, 10_000);
    zones.note('a.zone-10000.example', 6_000, 10_001);
    expect(zones.size).toBe(10_000);
    expect(zones.mayCheck('a.zone-1.example', 10_002)).toBe(true);
    expect(zones.mayCheck('a.zone-0.example', 10_002)).toBe(false);
  });
});
