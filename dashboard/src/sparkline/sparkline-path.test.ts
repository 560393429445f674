import { describe, expect, it } from 'vitest';
import { sparklineShape } from './sparkline-path.ts';

describe('sparklineShape', () => {
  it('spreads values from the left edge to the right, and keeps today apart', () => {
    expect(sparklineShape([0, 10, 5], 105, 25)).toEqual({
      line: 'M2.5 22.5L52.5 2.5',
      area: 'M2.5 22.5L52.5 2.5L52.5 22.5L2.5 22.5Z',
      today: 'M52.5 2.5L102.5 12.5',
      end: { x: 102.5, y: 12.5 },
    });
  });

  it('lies at the bottom when there is nothing', () => {
    expect(sparklineShape([0, 0, 0], 100, 20)?.line).toBe('M2.5 17.5L50 17.5');
  });

  it('is none for less than two values', () => {
    expect(sparklineShape([3], 100, 20)).toBeUndefined();
  });
});
