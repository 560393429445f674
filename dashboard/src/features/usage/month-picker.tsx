/** The month shown: a native select between a step back and a step forward. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { nextMonth } from '../../../../src/core/month.ts';
import { formatMonth } from '../../format/dates.ts';
import { IconButton } from '../../ui/button.tsx';
import { monthsToChoose, previousMonth } from './month-state.ts';
import styles from './usage.module.css';

export function MonthPicker({
  month,
  current,
  onPick,
}: {
  readonly month: string;
  /** The month under way, the last one. */
  readonly current: string;
  readonly onPick: (month: string) => void;
}) {
  return (
    <div className={styles['picker']} role="group" aria-label="Month shown">
      <IconButton
        label={`Earlier: ${nameOf(previousMonth(month))}`}
        onClick={() => onPick(previousMonth(month))}
      >
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <select aria-label="Month" value={month} onChange={(event) => onPick(event.target.value)}>
        {monthsToChoose(current, month).map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
      <IconButton
        label={month === current ? 'Later' : `Later: ${nameOf(nextMonth(month))}`}
        // Not `disabled`, which would lose the focus at the last month.
        aria-disabled={month === current}
        onClick={() => {
          if (month !== current) onPick(nextMonth(month));
        }}
      >
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

/** `November 2026`, from `2026-11`. */
export function nameOf(month: string): string {
  return formatMonth(`${month}-01`);
}
