/** The geometry of a sparkline. */
type SparklineShape = {
  /** SVG path data of the line through complete days, and of the area below it. */
  readonly line: string;
  readonly area: string;
  /** Path data from the last complete day to today, which is still in progress. */
  readonly today: string;
  /** The last point. */
  readonly end: { readonly x: number; readonly y: number };
};

/** Padding for the line's width and the dot at its end. */
const inset = 2.5;

/** Spreads the values, oldest first and today's last, over a box; 0 is always its bottom. Undefined without two values. */
export function sparklineShape(
  values: readonly number[],
  width: number,
  height: number,
): SparklineShape | undefined {
  if (values.length < 2) return undefined;
  const top = Math.max(...values, 0);
  const bottom = height - inset;
  const x = (index: number): number => round(inset + (index * (width - 2 * inset)) / (values.length - 1));
  const y = (value: number): number =>
    round(top === 0 ? bottom : bottom - (Math.max(value, 0) / top) * (height - 2 * inset));
  const points = values.map((value, index) => `${x(index)} ${y(value)}`);
  const last = values.length - 1;
  const line = `M${points.slice(0, last).join('L')}`;
  return {
    line,
    area: `${line}L${x(last - 1)} ${round(bottom)}L${x(0)} ${round(bottom)}Z`,
    today: `M${points.slice(-2).join('L')}`,
    end: { x: x(last), y: y(values[last] ?? 0) },
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
