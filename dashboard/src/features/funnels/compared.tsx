/** A number of a funnel, and below it how it changed since the days before. */
import { type ChangeStyle, changeOf } from '../../analytics/change.ts';
import styles from './funnels.module.css';

export function Compared({
  value,
  previous,
  isNew = false,
  ...style
}: ChangeStyle & {
  readonly value: number;
  /** Undefined: it isn't compared. */
  readonly previous: number | undefined;
  /** There was nothing before that a rate could be of. */
  readonly isNew?: boolean;
}) {
  const change = isNew ? undefined : changeOf(value, previous, style);
  return (
    // One element: on phones a cell has its column's name beside it.
    <span>
      {style.format(value)}
      {previous === undefined ? null : (
        <small
          className={styles['change']}
          data-tone={change?.isGood === undefined ? undefined : change.isGood ? 'good' : 'bad'}
          title={`${style.format(previous)} in the period before`}
        >
          {change?.text ?? 'new'}
        </small>
      )}
    </span>
  );
}
