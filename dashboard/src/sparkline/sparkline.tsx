/** A small chart in a line of text, with a text alternative. */
import styles from './sparkline.module.css';
import { sparklineShape } from './sparkline-path.ts';

const width = 92;
const height = 30;

export function Sparkline({
  values,
  label,
  tone,
}: {
  /** Oldest first; the last one is today's, still counting. */
  readonly values: readonly number[];
  /** The accessible name and tooltip. */
  readonly label: string;
  readonly tone: 'visitors' | 'requests';
}) {
  const shape = sparklineShape(values, width, height);
  if (shape === undefined) return null;
  const isEmpty = values.every((value) => value === 0);
  return (
    <svg
      className={[styles['sparkline'], isEmpty ? styles['empty'] : styles[tone]].join(' ')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {isEmpty ? null : <path className={styles['area']} d={shape.area} />}
      <path className={styles['line']} d={shape.line} />
      <path className={styles['today']} d={shape.today} />
      {isEmpty ? null : <circle className={styles['end']} cx={shape.end.x} cy={shape.end.y} r="2.25" />}
    </svg>
  );
}
