/** The map's tooltip, at the pointer or the focused country. */
import { formatInteger } from '../format/numbers.ts';
import { rowShare } from '../lists/row-share.ts';
import styles from './map-detail.module.css';
import type { MapRow } from './map-row.ts';

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
  /** Places it to the left, so that it stays inside the map. */
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
