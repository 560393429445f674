/** Fields for the first and last day, quicker than browsing a calendar. */
import { type FormEvent, useId, useState } from 'react';
import { formatInteger } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { maxRangeDays, readRange } from './presets.ts';
import type { DateRange } from './range.ts';
import styles from './typed-days.module.css';

export function TypedDays({
  range,
  oldest,
  today,
  onPick,
}: {
  readonly range: DateRange;
  readonly oldest: string;
  readonly today: string;
  readonly onPick: (range: DateRange) => void;
}) {
  const id = useId();
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const [isRefused, setRefused] = useState(false);
  const picked = to > today ? undefined : readRange(from, to);
  const problem = isRefused && picked === undefined ? problemOf(from, to, today) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (picked === undefined) setRefused(true);
    else onPick(picked);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <span className={styles['pair']}>
        <label htmlFor={`${id}-from`}>From</label>
        <input
          id={`${id}-from`}
          type="date"
          className={styles['field']}
          value={from}
          min={oldest}
          max={today}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setFrom(event.target.value)}
        />
      </span>
      <span className={styles['pair']}>
        <label htmlFor={`${id}-to`}>to</label>
        <input
          id={`${id}-to`}
          type="date"
          className={styles['field']}
          value={to}
          min={oldest}
          max={today}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => setTo(event.target.value)}
        />
      </span>
      <Button type="submit" size="s" variant="primary">
        Apply
      </Button>
      {problem === undefined ? null : (
        <p id={`${id}-problem`} role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </form>
  );
}

function problemOf(from: string, to: string, today: string): string {
  if (from === '' || to === '') return 'Enter both days.';
  if (from > to) return 'The first day must be before the last day.';
  if (to > today) return 'The last day is in the future.';
  return `Choose at most ${formatInteger(maxRangeDays)} days.`;
}
