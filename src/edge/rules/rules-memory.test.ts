/** Which lists of rules stay in a worker's memory. Source: docs/reference/edge.md ("What workers read"). */
import { describe, expect, it } from 'vitest';
import { storedRules } from '../../../test/support/rules-on-edge.ts';
import type { RulesEntry } from '../../core/route.ts';
import { RulesMemory } from './rules-memory.ts';

/** A list, and its size in percent of the memory below. */
function listOf(host: string, accountUuid: string, size: number): [list: RulesEntry, bytes: number] {
  const { rules: _, ...entry } = storedRules(host, host, 1, [], accountUuid);
  return [entry, size];
}

function memoryAt(start: number) {
  const time = { tick: start };
  return { time, memory: new RulesMemory(100, () => time.tick) };
}

describe('rules in memory', () => {
  it('stay while there is room', () => {
    const { memory } = memoryAt(0);
    expect(memory.takeFree(...listOf('a', 'one', 60))).toBe(true);
    expect(memory.take(...listOf('b', 'two', 40))).toEqual([]);
    expect(memory.takeFree(...listOf('c', 'two', 1))).toBe(false);
    // What a host had makes room for what it has next.
    expect(memory.take(...listOf('a', 'one', 59))).toEqual([]);
    expect(memory.takeFree(...listOf('c', 'two', 1))).toBe(true);
    memory.retain(new Set(['c']));
    expect(['a', 'b', 'c'].map((host) => memory.has(host))).toEqual([false, false, true]);
    expect(memory.take(...listOf('d', 'two', 99))).toEqual([]);
    expect(memory.take(...listOf('d', 'two', 101))).toBeUndefined();
    expect(memory.has('d')).toBe(false);
  });

  it('go when they were not used for longest, and large ones first', () => {
    const { memory, time } = memoryAt(0);
    for (const [host, size] of [
      ['a', 20],
      ['b', 20],
      ['c', 5],
      ['d', 20],
      ['e', 20],
    ] as const)
      memory.take(...listOf(host, host, size));
    time.tick = 1_000;
    for (const host of ['a', 'd', 'e']) memory.used(host);
    time.tick = 2_000;
    expect(memory.take(...listOf('f', 'f', 20))).toEqual(['b']);
    expect(memory.take(...listOf('g', 'g', 20))).toEqual(['a']);
  });

  it('of an account are no more than a quarter while others need it', () => {
    const { memory, time } = memoryAt(0);
    for (const host of ['a', 'b', 'c', 'd']) memory.takeFree(...listOf(host, 'greedy', 24));
    expect(memory.take(...listOf('x', 'small', 10))).toHaveLength(1);
    for (const host of ['y', 'z']) memory.take(...listOf(host, 'small', 7));
    // From then on the account has its own lists to make room for each other.
    const held = () => ['x', 'y', 'z'].filter((host) => memory.has(host));
    for (const host of ['e', 'f', 'g', 'a', 'b', 'c']) {
      time.tick += 1_000;
      memory.take(...listOf(host, 'greedy', 24));
      expect(held()).toEqual(['x', 'y', 'z']);
    }
    // A single list that needs more takes what nobody uses.
    expect(memory.take(...listOf('h', 'greedy', 90))).toBeUndefined();
    time.tick += 120_000;
    expect(memory.take(...listOf('h', 'greedy', 90))).toContain('x');
  });
});
