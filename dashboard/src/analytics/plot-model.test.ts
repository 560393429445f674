import { describe, expect, it } from 'vitest';
import { columnsOf, indexAt, leftOf, type PlotBox, plotModelOf, topOf } from './plot-model.ts';
import { pointsOf } from './time-series.ts';

const today = '2026-11-21';
const box: PlotBox = { left: 40, top: 10, width: 200, height: 100 };

function modelOf(data: Record<string, number>) {
  const days = Object.keys(data);
  const range = { from: days[0] ?? today, to: days.at(-1) ?? today };
  const points = pointsOf({ data, range, frequency: 'day', today, nowMs: Date.parse(today) });
  return plotModelOf({ points, frequency: 'day', kind: 'integer', formatAxis: String });
}

describe('the line', () => {
  it('is dashed up to a day that is not over', () => {
    const model = modelOf({ '2026-11-19': 1, '2026-11-20': 2, '2026-11-21': 3 });
    expect(columnsOf(model)).toEqual([
      [0, 1, 2],
      [null, null, null],
      [1, 2, null],
      [null, 2, 3],
    ]);
  });

  it('is whole when all days are over', () => {
    const model = modelOf({ '2026-11-18': 1, '2026-11-19': 2 });
    expect(columnsOf(model).slice(2)).toEqual([
      [1, 2],
      [null, null],
    ]);
  });

  it('is a point when there is a single bucket', () => {
    expect(columnsOf(modelOf({ '2026-11-18': 4 })).slice(2)).toEqual([[4], [null]]);
    expect(columnsOf(modelOf({ '2026-11-21': 4 })).slice(2)).toEqual([[null], [4]]);
  });
});

describe('places', () => {
  const model = modelOf({ '2026-11-17': 0, '2026-11-18': 4, '2026-11-19': 2 });

  it('are where the drawing has them', () => {
    expect([0, 1, 2].map((index) => leftOf(model, box, index))).toEqual([40, 140, 240]);
    expect(topOf(model, box, 0)).toBe(110);
    expect(topOf(model, box, 4)).toBe(10);
    expect(leftOf(modelOf({ '2026-11-18': 4 }), box, 0)).toBe(140);
  });

  it('lead to the nearest point, from anywhere', () => {
    expect([-50, 89, 91, 140, 500].map((place) => indexAt(model, box, place))).toEqual([0, 0, 1, 1, 2]);
    expect(indexAt(modelOf({ '2026-11-18': 4 }), box, 200)).toBe(0);
  });
});
