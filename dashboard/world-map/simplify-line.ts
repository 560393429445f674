/**
 * Leaves out the points of a line that matter least: those that make the smallest triangles with their neighbours.
 * Source: Visvalingam and Whyatt, "Line generalisation by repeated elimination of points" (1993).
 */
export type Point = readonly [x: number, y: number];

/** Both ends stay, as other lines begin there, and `leastPoints` at least. `minArea` is in squared units of the points. */
export function simplifyLine(line: readonly Point[], minArea: number, leastPoints: number): readonly Point[] {
  const kept = [...line];
  while (kept.length > leastPoints) {
    let smallest = minArea;
    let at = 0;
    for (let index = 1; index < kept.length - 1; index += 1) {
      const area = triangleArea(kept[index - 1], kept[index], kept[index + 1]);
      if (area < smallest) {
        smallest = area;
        at = index;
      }
    }
    if (at === 0) break;
    kept.splice(at, 1);
  }
  return kept;
}

/** Of a ring; the direction does not matter. */
export function ringArea(ring: readonly Point[]): number {
  let doubled = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    doubled += x * nextY - nextX * y;
  }
  return Math.abs(doubled) / 2;
}

function triangleArea(a: Point | undefined, b: Point | undefined, c: Point | undefined): number {
  if (!a || !b || !c) return Number.POSITIVE_INFINITY;
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
}
