/**
 * The world, each country shaded by its number. One stop of the Tab key; arrow keys go from country to country, the
 * largest first. Loaded when it is shown first, as the outlines are more than most pages.
 */

import { world } from 'virtual:world-map';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { countryName } from './country-name.ts';
import { detailText, MapDetail } from './map-detail.tsx';
import { MapLegend } from './map-legend.tsx';
import type { MapRow } from './map-row.ts';
import { shadeOf } from './shade.ts';
import styles from './world-map.module.css';
import { unzoomed, zoomTo } from './zoom.ts';

/** A country smaller than this on the map, in its units, gets a dot. */
const dotBelow = 3.5;
const dotRadius = 3;
const countryByCode = new Map(world.countries.map((country) => [country.code, country]));

export function WorldMap({
  rows,
  unit,
  stale = false,
  selected,
  onOpen,
}: {
  /** Sorted, the largest first. */
  readonly rows: readonly MapRow[];
  /** What is counted: `visitors`. */
  readonly unit: string;
  readonly stale?: boolean;
  /** Fills the map with this country. */
  readonly selected?: string | undefined;
  readonly onOpen: (code: string) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const rowByCode = useMemo(() => new Map(rows.map((row) => [row.code, row])), [rows]);
  const shown = useMemo(() => rows.filter(({ code }) => countryByCode.has(code)), [rows]);
  const [pointed, setPointed] = useState<{ code: string; x: number; y: number; isRight: boolean }>();
  const [current, setCurrent] = useState<string>();
  const most = rows[0]?.count ?? 0;
  const target = selected === undefined ? undefined : countryByCode.get(selected);
  const { scale, x, y } = target === undefined ? unzoomed : zoomTo(target, world);
  const stop = shown.some(({ code }) => code === current) ? current : shown[0]?.code;

  const pointAt = (code: string, clientX: number, clientY: number): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const left = clientX - box.left;
    setPointed({ code, x: left, y: clientY - box.top, isRight: left > box.width * 0.6 });
  };
  const pointAtElement = (code: string, element: Element): void => {
    const box = element.getBoundingClientRect();
    pointAt(code, box.left + box.width / 2, box.top + box.height / 2);
  };
  const move = (event: KeyboardEvent, code: string): void => {
    const at = shown.findIndex((row) => row.code === code);
    const to = nextIndex(event.key, at, shown.length);
    if (event.key === 'Enter' || event.key === ' ') onOpen(code);
    else if (event.key === 'Escape') setPointed(undefined);
    else if (to === undefined) return;
    event.preventDefault();
    const next = to === undefined ? undefined : shown[to]?.code;
    if (next === undefined) return;
    setCurrent(next);
    frame.current?.querySelector<SVGElement>(`[data-code="${next}"]`)?.focus();
  };

  /** Makes the outline of a country with visitors a button. */
  const buttonProps = (row: MapRow) => ({
    role: 'button',
    tabIndex: row.code === stop ? 0 : -1,
    'aria-label': `${row.name}: ${detailText(row, unit)}`,
    onClick: () => onOpen(row.code),
    onKeyDown: (event: KeyboardEvent) => move(event, row.code),
    onFocus: (event: { currentTarget: Element }) => {
      setCurrent(row.code);
      pointAtElement(row.code, event.currentTarget);
    },
    onBlur: () => setPointed(undefined),
  });
  const raised = pointed === undefined ? undefined : countryByCode.get(pointed.code);
  return (
    <div ref={frame} className={styles['frame']} data-stale={stale || undefined}>
      <svg
        viewBox={world.box.join(' ')}
        role="group"
        aria-label={`World map of ${unit} by country. Arrow keys go from country to country.`}
        className={styles['map']}
        onPointerLeave={() => setPointed(undefined)}
      >
        <g
          className={styles['land']}
          data-zoomed={target === undefined ? undefined : true}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        >
          {world.countries.map(({ code, path }) => {
            const row = rowByCode.get(code);
            return (
              <path
                key={code}
                d={path}
                data-code={code}
                data-faded={(selected !== undefined && selected !== code) || undefined}
                className={row === undefined ? styles['empty'] : styles['country']}
                style={row === undefined ? undefined : shade(row.count, most)}
                onPointerMove={(event) => pointAt(code, event.clientX, event.clientY)}
                {...(row === undefined ? {} : buttonProps(row))}
              />
            );
          })}
          {shown.map((row) => {
            const [left = 0, top = 0, width = 0, height = 0] = countryByCode.get(row.code)?.box ?? [];
            if (Math.max(width, height) >= dotBelow) return null;
            return (
              <circle
                key={row.code}
                cx={left + width / 2}
                cy={top + height / 2}
                r={dotRadius / Math.sqrt(scale)}
                className={styles['dot']}
                style={shade(row.count, most)}
                aria-hidden
                onClick={() => onOpen(row.code)}
                onPointerMove={(event) => pointAt(row.code, event.clientX, event.clientY)}
              />
            );
          })}
          {raised === undefined ? null : <path d={raised.path} className={styles['raised']} aria-hidden />}
        </g>
      </svg>
      {pointed === undefined ? null : (
        <MapDetail
          name={rowByCode.get(pointed.code)?.name ?? countryName(pointed.code)}
          row={rowByCode.get(pointed.code)}
          unit={unit}
          x={pointed.x}
          y={pointed.y}
          isRight={pointed.isRight}
        />
      )}
      <MapLegend most={most} unit={unit} />
    </div>
  );
}

function shade(count: number, most: number) {
  return { fill: `color-mix(in oklab, var(--chart-1) ${shadeOf(count, most)}%, var(--map-land))` };
}

function nextIndex(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(length - 1, at + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}
