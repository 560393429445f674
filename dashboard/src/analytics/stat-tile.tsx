/** One metric of the period, its change since the previous one, and a button to chart it. */
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type ChangeStyle, changeOf } from './change.ts';
import styles from './stat-tile.module.css';

export function StatTile({
  label,
  hint,
  value,
  previous,
  format,
  goodWhen,
  isRate,
  comparison = 'change',
  before = 'before',
  selected = false,
  onSelect,
  stale = false,
}: {
  readonly label: string;
  /** What is counted: the tooltip, and the description for screen readers. */
  readonly hint?: string;
  /** Undefined while it loads. */
  readonly value: number | undefined;
  /** Of the period before: undefined while it loads, null when there was nothing. */
  readonly previous?: number | null | undefined;
  readonly format: (value: number) => string;
  /** Which way is better; without it the change has no colour. */
  readonly goodWhen?: ChangeStyle['goodWhen'];
  /** Its change is in percentage points. */
  readonly isRate?: ChangeStyle['isRate'];
  /** `value`: the number before, for a day that is not over; `none`: no earlier data, and no room kept for it. */
  readonly comparison?: 'change' | 'value' | 'none';
  /** With `value`: when the earlier number was, such as `the day before`. */
  readonly before?: string;
  readonly selected?: boolean;
  /** Makes the tile a button that shows its series. */
  readonly onSelect?: (() => void) | undefined;
  /** The numbers belong to the previous range while the new ones load. */
  readonly stale?: boolean;
}) {
  const id = useId();
  const [isHintDismissed, setHintDismissed] = useState(false);
  const content = (
    <>
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']} data-stale={stale || undefined}>
        {value === undefined ? <span className={styles['waiting']} data-waiting /> : format(value)}
      </span>
      {comparison === 'none' ? null : (
        <span className={styles['change']} data-stale={stale || undefined}>
          {value === undefined ? null : (
            <Comparison
              value={value}
              previous={previous}
              format={format}
              goodWhen={goodWhen}
              isRate={isRate}
              comparison={comparison}
              before={before}
            />
          )}
        </span>
      )}
    </>
  );
  return (
    <div className={styles['place']}>
      {onSelect === undefined ? (
        <div className={styles['tile']}>{content}</div>
      ) : (
        <button
          type="button"
          className={styles['tile']}
          aria-pressed={selected}
          aria-describedby={hint === undefined || isHintDismissed ? undefined : id}
          onClick={onSelect}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setHintDismissed(true);
          }}
          onBlur={() => setHintDismissed(false)}
        >
          {content}
        </button>
      )}
      {hint === undefined || isHintDismissed ? null : (
        <p id={id} role="tooltip" className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A row of tiles. */
export function StatTiles({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles['tiles']}>
      {children}
    </div>
  );
}

function Comparison({
  value,
  previous,
  format,
  goodWhen,
  isRate,
  comparison,
  before,
}: ChangeStyle & {
  readonly value: number;
  readonly previous: number | null | undefined;
  readonly comparison: 'change' | 'value';
  readonly before: string;
}) {
  if (previous === undefined) return null;
  if (previous === null) {
    return (
      <span>
        <span aria-hidden>–</span>
        <span className="visually-hidden">no earlier data</span>
      </span>
    );
  }
  if (comparison === 'value')
    return (
      <span>
        {format(previous)} {before}
      </span>
    );
  const change = changeOf(value, previous, { format, goodWhen, isRate });
  if (change === undefined) return <span>from {format(previous)}</span>;
  const Icon = change.direction === 'up' ? ArrowUpRight : ArrowDownRight;
  return (
    <>
      <span
        className={styles['share']}
        data-tone={change.isGood === undefined ? undefined : change.isGood ? 'good' : 'bad'}
      >
        {change.direction === 'same' ? null : <Icon size={14} aria-hidden />}
        {change.text}
      </span>
      <span className={styles['from']}>from {format(previous)}</span>
    </>
  );
}
