/** Zooms the map so that one country and its neighbours fill it. */
import type { World, WorldCountry } from './world.ts';

export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

/** Outlines are made for about this. */
const mostScale = 7;
/** How much of the map a country takes up. */
const filled = 0.62;

/** A CSS transform, `translate(x, y) scale(scale)`, in the map's units. */
export function zoomTo(country: WorldCountry, world: World): Zoom {
  const [left, top, width, height] = country.box;
  const [worldLeft, worldTop, worldWidth, worldHeight] = world.box;
  const scale = Math.max(
    1,
    Math.min(
      mostScale,
      (worldWidth * filled) / Math.max(width, 1),
      (worldHeight * filled) / Math.max(height, 1),
    ),
  );
  const x = worldLeft + worldWidth / 2 - (left + width / 2) * scale;
  const y = worldTop + worldHeight / 2 - (top + height / 2) * scale;
  // Clamped to the edges of the world.
  const within = (value: number, start: number, length: number): number =>
    Math.min(start - start * scale, Math.max(start + length - (start + length) * scale, value));
  return {
    scale,
    x: within(x, worldLeft, worldWidth),
    y: within(y, worldTop, worldHeight),
  };
}
