/**
 * How strongly a country is shaded. By the root of its share of the largest: a few countries have most visitors, and in
 * proportion to them all others would look alike.
 */

/** The palest shade in percent, still distinct from no visitors. */
const palest = 18;

/** In percent of the full colour. */
export function shadeOf(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.round(palest + (100 - palest) * Math.sqrt(Math.min(1, count / most)));
}

/** Numbers along a scale from the palest shade to the full colour, at even distances. */
export function scaleTicks(most: number): readonly number[] {
  if (most <= 1) return [1];
  if (most < 8) return [1, most];
  return [1, Math.round(most / 4), most];
}
