/** Chooses the days that the analytics pages are about: by name, in a calendar, by typing, or one step further or back. */
import { Calendar, Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, use, useState, useSyncExternalStore } from 'react';
import { formatDayRange } from '../format/dates.ts';
import { formatInteger } from '../format/numbers.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './date-range-picker.module.css';
import { lengthOf, oldestDay, presets, stepped } from './presets.ts';
import { type DateRange, useDateRange } from './range.ts';
import { TimeZoneContext, useToday } from './today.ts';
import { TypedDays } from './typed-days.tsx';

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

export function DateRangePicker() {
  const { range, preset, setRange, setPreset } = useDateRange();
  const today = useToday();
  const timeZone = use(TimeZoneContext);
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsWide();
  const name = presets.find(({ id }) => id === preset)?.label;
  const pick = (picked: DateRange): void => {
    setOpen(false);
    setRange(picked);
  };
  return (
    <div className={styles['picker']} role="group" aria-label="Days shown">
      <Step direction={-1} label="Earlier" range={range} onPick={setRange} />
      <Popover
        label="Choose days"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button icon={<Calendar size={16} aria-hidden />} className={styles['trigger']}>
            {name === undefined ? null : <span>{name}</span>}
            <span className={name === undefined ? undefined : styles['days']}>
              {formatDayRange(range.from, range.to)}
            </span>
          </Button>
        }
      >
        <div className={styles['choices']}>
          <ul className={styles['presets']} aria-label="Periods">
            {presets.map(({ id, label }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles['preset']}
                  aria-pressed={id === preset}
                  onClick={() => {
                    setOpen(false);
                    setPreset(id);
                  }}
                >
                  {label}
                  {id === preset ? <Check size={15} aria-hidden /> : null}
                </button>
              </li>
            ))}
          </ul>
          <div className={styles['byHand']}>
            <div className={styles['calendar']}>
              <Suspense fallback={<span role="status" aria-label="Loading the calendar" />}>
                <DayCalendar
                  key={`${range.from} ${range.to}`}
                  range={range}
                  oldest={oldestDay(today)}
                  today={today}
                  months={isWide ? 2 : 1}
                  onPick={pick}
                />
              </Suspense>
            </div>
            <TypedDays
              key={`${range.from} ${range.to}`}
              range={range}
              oldest={oldestDay(today)}
              today={today}
              onPick={pick}
            />
            <p className={styles['note']}>
              {formatInteger(lengthOf(range))} {lengthOf(range) === 1 ? 'day' : 'days'} chosen. Days begin and
              end at midnight {timeZone === 'UTC' ? 'UTC' : `in ${timeZone.replaceAll('_', ' ')}`}.
            </p>
          </div>
        </div>
      </Popover>
      <Step direction={1} label="Later" range={range} onPick={setRange} />
    </div>
  );
}

function Step({
  direction,
  label,
  range,
  onPick,
}: {
  readonly direction: 1 | -1;
  readonly label: string;
  readonly range: DateRange;
  readonly onPick: (range: DateRange) => void;
}) {
  const target = stepped(range, direction, useToday());
  const Icon = direction === 1 ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      label={target === undefined ? label : `${label}: ${formatDayRange(target.from, target.to)}`}
      disabled={target === undefined}
      onClick={() => {
        if (target !== undefined) onPick(target);
      }}
    >
      <Icon size={18} aria-hidden />
    </IconButton>
  );
}

/** Whether two months have room beside the list of periods. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}

const wide = window.matchMedia('(min-width: 50rem)');
