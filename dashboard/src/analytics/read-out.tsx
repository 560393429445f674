/** The chart's tooltip: the bucket, its value, and the previous period's. */
import { type ChangeStyle, changeOf } from './change.ts';
import type { Frequency } from './presets.ts';
import styles from './read-out.module.css';
import type { Point } from './time-series.ts';

const gapPx = 14;

export function ReadOut({
  label,
  point,
  from,
  format,
  goodWhen,
  isRate,
  frequency,
  canPick,
  leftPx,
  widthPx,
}: ChangeStyle & {
  readonly label: string;
  readonly point: Point;
  /** Where dragging began: then the read-out names the days that letting go will choose. */
  readonly from: Point | undefined;
  readonly frequency: Frequency;
  readonly canPick: boolean;
  readonly leftPx: number;
  readonly widthPx: number;
}) {
  const { previous } = point;
  // A bucket in progress can't be compared yet, and 0 % may be of nothing.
  const change =
    previous === undefined || point.state !== 'whole' || (isRate && previous.value === 0)
      ? undefined
      : changeOf(point.value, previous.value, { format, goodWhen, isRate });
  const isRight = leftPx > widthPx / 2;
  return (
    <div
      className={styles['readOut']}
      data-testid="read-out"
      style={{
        left: leftPx,
        translate: isRight ? `calc(-100% - ${gapPx}px)` : `${gapPx}px`,
      }}
    >
      <p className={styles['head']}>
        <span>{point.title}</span>
        {change === undefined ? null : (
          <span
            className={styles['change']}
            data-tone={change.isGood === undefined ? undefined : change.isGood ? 'good' : 'bad'}
          >
            {change.text}
          </span>
        )}
      </p>
      <p className={styles['row']}>
        <span className={styles['swatch']} />
        <span>{label}</span>
        <span className={styles['number']}>{format(point.value)}</span>
      </p>
      {previous === undefined ? null : (
        <p className={styles['row']}>
          <span className={styles['swatch']} data-dashed />
          <span>{previous.title}</span>
          <span className={styles['number']}>{format(previous.value)}</span>
        </p>
      )}
      {noteOf(point, from, frequency, canPick)}
    </div>
  );
}

function noteOf(point: Point, from: Point | undefined, frequency: Frequency, canPick: boolean) {
  if (from !== undefined && from !== point) {
    const [first, last] = from.range.from < point.range.from ? [from, point] : [point, from];
    return (
      <p className={styles['note']}>
        Let go for {first.title} to {last.title}
      </p>
    );
  }
  const state = point.state === 'unfinished' ? 'So far' : point.state === 'cut' ? `Partial ${frequency}` : '';
  if (state === '' && !canPick) return null;
  return (
    <p className={styles['note']}>
      {state}
      {canPick ? (
        <span className={styles['byMouse']}>
          {state === '' ? '' : ' · '}Click for this {frequency}, drag for more
        </span>
      ) : null}
    </p>
  );
}

/** The same for screen readers, as one line. */
export function spokenOf(point: Point | undefined, format: (value: number) => string): string {
  if (point === undefined) return '';
  const before =
    point.previous === undefined ? '' : `; ${point.previous.title}: ${format(point.previous.value)}`;
  return `${point.title}${point.state === 'unfinished' ? ', so far' : ''}: ${format(point.value)}${before}`;
}
