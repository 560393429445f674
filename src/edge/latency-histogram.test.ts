import { expect, test } from 'vitest';
import { addLatencies, LatencyHistogram, latencyBoundsMs, noLatencies } from './latency-histogram.ts';

const last = latencyBoundsMs.length;

test('a duration is counted in the first bucket whose bound it does not exceed', () => {
  const histogram = new LatencyHistogram();
  for (const ms of [0, 0.5, 0.6, 60_000, 60_000.1, 1e9]) histogram.observe(204, ms);
  const cells = histogram.read()['2xx'];
  expect(cells.slice(0, 3)).toEqual([2, 1, 0]);
  expect(cells[last - 1]).toBe(1);
  expect(cells[last]).toBe(2);
  expect(cells.at(-1)).toBeCloseTo(0.5 + 0.6 + 60_000 + 60_000.1 + 1e9);
});

test('each status class has buckets of its own, and an exchange that was never answered has none', () => {
  const histogram = new LatencyHistogram();
  for (const status of [0, 99, 101, 200, 304, 404, 599, 600]) histogram.observe(status, 1);
  const counts = Object.values(histogram.read()).map((cells) => cells[1]);
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});

test('latencies of several workers add up', () => {
  const one = new LatencyHistogram();
  one.observe(200, 3);
  const other = new LatencyHistogram();
  other.observe(200, 4);
  other.observe(502, 1);
  const sum = addLatencies(addLatencies(noLatencies, one.read()), other.read());
  expect(sum['2xx'][3]).toBe(2);
  expect(sum['2xx'].at(-1)).toBe(7);
  expect(sum['5xx'].at(-1)).toBe(1);
});
