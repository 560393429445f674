/** A calendar for choosing the first and last day. */
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { formatMonth, formatMonthName, formatWeekday, formatWeekdayName } from '../format/dates.ts';
import styles from './day-calendar.module.css';
import type { DateRange } from './range.ts';

const monday = 1;

const classNames = {
  root: styles['calendar'] ?? '',
  months: styles['months'] ?? '',
  month: styles['month'] ?? '',
  month_caption: styles['caption'] ?? '',
  caption_label: styles['captionLabel'] ?? '',
  dropdowns: styles['dropdowns'] ?? '',
  dropdown_root: styles['dropdownRoot'] ?? '',
  dropdown: styles['dropdown'] ?? '',
  nav: styles['nav'] ?? '',
  button_previous: styles['step'] ?? '',
  button_next: styles['step'] ?? '',
  chevron: styles['chevron'] ?? '',
  month_grid: styles['grid'] ?? '',
  weekday: styles['weekday'] ?? '',
  day: styles['day'] ?? '',
  day_button: styles['dayButton'] ?? '',
  today: styles['today'] ?? '',
  outside: styles['outside'] ?? '',
  disabled: styles['disabled'] ?? '',
  hidden: styles['hidden'] ?? '',
};

const modifiersClassNames = {
  within: styles['within'] ?? '',
  first: styles['first'] ?? '',
  last: styles['last'] ?? '',
};

export function DayCalendar({
  range,
  oldest,
  today,
  months,
  onPick,
}: {
  readonly range: DateRange;
  readonly oldest: string;
  readonly today: string;
  /** How many months are shown side by side. */
  readonly months: 1 | 2;
  /** Called when both days are chosen. */
  readonly onPick: (range: DateRange) => void;
}) {
  // The first of the two days, and the hovered or focused day while the second is chosen.
  const [anchor, setAnchor] = useState<string>();
  const [reached, setReached] = useState<string>();
  const shown = anchor === undefined ? range : inOrder(anchor, reached ?? anchor);
  const choose = (date: Date): void => {
    const day = dayOfDate(date);
    if (anchor === undefined) {
      setAnchor(day);
      setReached(day);
    } else {
      setAnchor(undefined);
      onPick(inOrder(anchor, day));
    }
  };
  return (
    <>
      <DayPicker
        aria-label={anchor === undefined ? 'First day' : 'Last day'}
        autoFocus
        mode="range"
        // The selection is computed below; the calendar marks it and opens there.
        selected={{ from: dateOf(shown.from), to: dateOf(shown.to) }}
        numberOfMonths={months}
        defaultMonth={dateOf(months === 2 ? monthBefore(range.to) : range.to)}
        startMonth={dateOf(oldest)}
        endMonth={dateOf(today)}
        captionLayout="dropdown"
        weekStartsOn={monday}
        today={dateOf(today)}
        disabled={[{ after: dateOf(today) }, { before: dateOf(oldest) }]}
        modifiers={{
          within: { from: dateOf(shown.from), to: dateOf(shown.to) },
          first: dateOf(shown.from),
          last: dateOf(shown.to),
        }}
        modifiersClassNames={modifiersClassNames}
        classNames={classNames}
        labels={{
          labelDayButton: (date) => labelOf(dayOfDate(date), shown, anchor),
          labelGrid: (date) => formatMonth(dayOfDate(date)),
          labelWeekday: (date) => formatWeekdayName(dayOfDate(date), 'long'),
          labelPrevious: () => 'Previous month',
          labelNext: () => 'Next month',
        }}
        formatters={{
          formatWeekdayName: (date) => formatWeekdayName(dayOfDate(date), 'short'),
          formatMonthDropdown: (date) => formatMonthName(dayOfDate(date), 'long'),
        }}
        onDayClick={(date, modifiers) => {
          if (modifiers['disabled'] !== true) choose(date);
        }}
        onDayMouseEnter={(date) => setReached(dayOfDate(date))}
        onDayFocus={(date) => setReached(dayOfDate(date))}
      />
      <p className="visually-hidden" role="status">
        {anchor === undefined ? '' : `From ${formatWeekday(anchor)}. Now choose the last day.`}
      </p>
    </>
  );
}

function labelOf(day: string, shown: DateRange, anchor: string | undefined): string {
  const role =
    day === anchor
      ? ', first day'
      : anchor === undefined && day >= shown.from && day <= shown.to
        ? ', selected'
        : '';
  return `${formatWeekday(day)}${role}`;
}

function inOrder(a: string, b: string): DateRange {
  return a < b ? { from: a, to: b } : { from: b, to: a };
}

/** With two months shown, the range ends in the right one. */
function monthBefore(day: string): string {
  const date = dateOf(day);
  return dayOfDate(new Date(date.getFullYear(), date.getMonth() - 1, 1));
}

/** The calendar uses Date objects in local time; only their year, month and day count here. */
function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function dayOfDate(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
