/** The world as the map draws it; made while the dashboard is built, by dashboard/world-map. */
export type WorldCountry = {
  /** ISO 3166-1 alpha-2; Kosovo is `XK`. */
  readonly code: string;
  /** `d` of an SVG path. */
  readonly path: string;
  /** Around its main land, without what lies overseas: x, y, width, height. */
  readonly box: readonly [number, number, number, number];
};

export type World = {
  /** Around all land: x, y, width, height. */
  readonly box: readonly [number, number, number, number];
  readonly countries: readonly WorldCountry[];
};
