/** The read-out of the map: beside the pointer, or on the country that has the focus. */
import { formatInteger } from '../format/numbers.ts';
import { rowShare } from '../lists/row-share.ts';
import styles from './map-detail.module.css';
import type { MapRow } from './world-map.tsx';

export function MapDetail({
  name,
  row,
  unit,
  x,
  y,
  isRight,
}: {
  readonly name: string;
  readonly row: MapRow | undefined;
  readonly unit: string;
  /** In pixels within the map. */
  readonly x: number;
  readonly y: number;
  /** Then it stands to the left of the place, and so inside of the map. */
  readonly isRight: boolean;
}) {
  return (
    <div
      className={styles['detail']}
      data-right={isRight || undefined}
      style={{ left: x, top: y }}
      aria-hidden
    >
      <span className={styles['name']}>{name}</span>
      <span className={styles['numbers']}>{row === undefined ? `No ${unit}` : detailText(row, unit)}</span>
    </div>
  );
}

/** `4,138 visitors, 33.4%`. */
export function detailText({ count, percentage }: MapRow, unit: string): string {
  return `${formatInteger(count)} ${count === 1 ? unit.replace(/s$/, '') : unit}, ${rowShare({ count, percentage })}`;
}
