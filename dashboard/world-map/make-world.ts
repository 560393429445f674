/**
 * Makes the outlines of all countries from the world atlas: projected, simplified and keyed by ISO 3166-1 alpha-2, so
 * that the browser only draws them. Natural Earth's projection is a compromise: areas are nearly true, and small
 * countries of the north are large enough to be pointed at.
 * Source: npm's world-atlas (Natural Earth, public domain), iso-3166; Šavrič et al., "A polynomial equation for the
 * Natural Earth projection" (2011).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type GeoGeometryObjects,
  type GeoPath,
  type GeoPermissibleObjects,
  geoNaturalEarth1,
  geoPath,
} from 'd3-geo';
import { iso31661 } from 'iso-3166/1.js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { World, WorldCountry } from '../src/map/world.ts';
import { type Point, ringArea, simplifyLine } from './simplify-line.ts';

const require = createRequire(import.meta.url);
const width = 1000;
/** From the north of Greenland to Cape Horn; nobody browses from Antarctica. */
const northernmost = 83.7;
const southernmost = -56;
/** Smaller bends are invisible even when the map is zoomed in. */
const minBendArea = 0.11;
const minIslandArea = 0.08;
/** Smaller remote islands don't make the map wider. */
const minFramedArea = 0.8;
const margin = 2;
/** Land of this share of the largest piece belongs to the main land, when it is not far away. */
const mainShare = 0.08;

/** Territories without a number in the atlas that still have visitors. */
const codeByName: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };
const codeByNumber = new Map<string, string>(iso31661.map(({ numeric, alpha2 }) => [numeric, alpha2]));

/**
 * Land that the atlas draws as part of another country and that has a code of its own: from where to where it lies, in
 * degrees. Source: ISO 3166-1.
 */
const overseas: readonly {
  readonly of: string;
  readonly code: string;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}[] = [
  { of: 'FR', code: 'GF', west: -55, east: -51, south: 2, north: 6 },
  { of: 'FR', code: 'GP', west: -62, east: -61, south: 15.8, north: 16.6 },
  { of: 'FR', code: 'MQ', west: -61.3, east: -60.7, south: 14.3, north: 15 },
  { of: 'FR', code: 'RE', west: 55, east: 56, south: -21.5, north: -20.8 },
  { of: 'FR', code: 'YT', west: 45, east: 45.4, south: -13.1, north: -12.6 },
  { of: 'NL', code: 'BQ', west: -69, east: -62, south: 11, north: 18 },
  { of: 'NO', code: 'SJ', west: -10, east: 36, south: 74, north: 81 },
];

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type Ring = readonly Point[];
type Polygon = Extract<GeoGeometryObjects, { type: 'Polygon' }>;

export function makeWorld(): World {
  const file = require.resolve('world-atlas/countries-50m.json');
  const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'));
  // Rotated so that the map's edge runs through the Bering Strait and splits no country.
  const projection = geoNaturalEarth1().rotate([-11, 0]).precision(0.2).fitWidth(width, { type: 'Sphere' });
  const project = ([longitude, latitude]: Point): Point => {
    const [x = 0, y = 0] = projection([longitude, latitude]) ?? [];
    return [x, y];
  };
  const [, top] = project([11, northernmost]);
  const [, bottom] = project([11, southernmost]);
  const [x, y] = projection.translate();
  const light = simplifyArcs(atlas, project);
  projection.translate([x, y - top]);
  const rings = new Map<string, Ring[]>();
  for (const country of feature(light, light.objects.countries).features) {
    const number = country.id === undefined ? '' : String(country.id).padStart(3, '0');
    const code = codeByNumber.get(number) ?? codeByName[country.properties.name];
    if (code === undefined || code === 'AQ') continue;
    for (const polygon of polygonsOf(country.geometry)) {
      const owner = ownerOf(code, polygon);
      rings.set(owner, [...(rings.get(owner) ?? []), ...drawRings(geoPath(projection), polygon)]);
    }
  }
  const countries = [...rings].map(([code, drawn]) => countryOf(code, drawn));
  const seen = [...rings.values()].flat().filter((ring) => ringArea(ring) >= minFramedArea);
  const xs = seen.flatMap((ring) => ring.map(([atX]) => atX));
  const left = Math.floor(smallest(xs)) - margin;
  const right = Math.ceil(largest(xs)) + margin;
  return {
    box: [left, 0, right - left, Math.ceil(bottom - top)],
    countries: countries.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  };
}

/** The same atlas with fewer points. Borders are shared arcs, so neighbours still fit together. */
function simplifyArcs(atlas: Atlas, project: (place: Point) => Point): Atlas {
  const { transform, ...rest } = atlas;
  const arcs = atlas.arcs.map((arc) => {
    const places = decode(arc, transform);
    const [first, last] = [places[0], places.at(-1)];
    // An island is an arc by itself and keeps enough points to have a shape.
    const isRing = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    const placeOf = new Map(places.map((place) => [project(place), place]));
    return simplifyLine([...placeOf.keys()], minBendArea, isRing ? 5 : 2).map((point) => {
      const [longitude, latitude] = placeOf.get(point) ?? point;
      return [longitude, latitude];
    });
  });
  return { ...rest, arcs };
}

function polygonsOf(geometry: GeoGeometryObjects): readonly Polygon[] {
  if (geometry.type === 'Polygon') return [geometry];
  if (geometry.type !== 'MultiPolygon') return [];
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

/** The country whose land this is. */
function ownerOf(code: string, polygon: Polygon): string {
  const [longitude = 0, latitude = 0] = polygon.coordinates[0]?.[0] ?? [];
  const place = overseas.find(
    ({ of, west, east, south, north }) =>
      of === code && longitude > west && longitude < east && latitude > south && latitude < north,
  );
  return place?.code ?? code;
}

/** What d3 would draw, as rings of points. */
function drawRings(path: GeoPath, shape: GeoPermissibleObjects): Ring[] {
  const rings: Point[][] = [];
  path.context({
    beginPath: () => {},
    moveTo: (x, y) => void rings.push([[x, y]]),
    lineTo: (x, y) => void rings.at(-1)?.push([x, y]),
    arc: () => {},
    closePath: () => {},
  })(shape);
  return rings;
}

/** Source: TopoJSON specification, section 2.1.3: positions are quantised and relative to the one before. */
function decode(arc: Topology['arcs'][number], transform: Topology['transform']): Point[] {
  if (!transform) throw new Error('the atlas is not quantised');
  let [x, y] = [0, 0];
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
  });
}

function countryOf(code: string, rings: readonly Ring[]): WorldCountry {
  const sized = rings
    .map((ring) => ({ ring, area: ringArea(ring) }))
    .toSorted((a, b) => b.area - a.area)
    .filter(({ area }, index) => index === 0 || area >= minIslandArea);
  return { code, path: sized.map(({ ring }) => pathOf(ring)).join(''), box: mainBox(sized) };
}

function mainBox(sized: readonly { readonly ring: Ring; readonly area: number }[]): WorldCountry['box'] {
  const [main] = sized;
  if (!main) return [0, 0, 0, 0];
  let [left, top, right, bottom] = boundsOf(main.ring);
  for (const { ring, area } of sized) {
    const bounds = boundsOf(ring);
    const isNear = distance([left, top, right, bottom], bounds) < Math.max(right - left, bottom - top) / 2;
    if (area < main.area * mainShare || !isNear) continue;
    left = Math.min(left, bounds[0]);
    top = Math.min(top, bounds[1]);
    right = Math.max(right, bounds[2]);
    bottom = Math.max(bottom, bounds[3]);
  }
  return [tenth(left), tenth(top), tenth(right - left), tenth(bottom - top)];
}

type Bounds = readonly [left: number, top: number, right: number, bottom: number];

function boundsOf(ring: Ring): Bounds {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [smallest(xs), smallest(ys), largest(xs), largest(ys)];
}

function distance(a: Bounds, b: Bounds): number {
  return Math.max(0, b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]);
}

/** Relative steps in tenths of a unit: a third of the bytes of absolute positions. */
function pathOf(ring: Ring): string {
  let [atX, atY] = [0, 0];
  let text = '';
  for (const [index, [x, y]] of ring.entries()) {
    const [dx, dy] = [Math.round(x * 10) - atX, Math.round(y * 10) - atY];
    if (index > 0 && dx === 0 && dy === 0) continue;
    atX += dx;
    atY += dy;
    const step = `${numberText(dx)}${dy < 0 ? '' : ' '}${numberText(dy)}`;
    text += index === 0 ? `M${step}l` : `${text.endsWith('l') || dx < 0 ? '' : ' '}${step}`;
  }
  return `${text}z`;
}

function numberText(tenths: number): string {
  const text = String(tenths / 10);
  return text.replace(/^(-?)0\./, '$1.');
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
