/** Chooses the days that the analytics pages show: a named period, a calendar, or typed dates. Loaded when first opened. */
import { Check } from 'lucide-react';
import { use, useSyncExternalStore } from 'react';
import { formatInteger } from '../format/numbers.ts';
import type { PopupProps } from '../ui/lazy-popup.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './date-range-picker.module.css';
import { DayCalendar } from './day-calendar.tsx';
import { lengthOf, oldestDay, presets } from './presets.ts';
import { type DateRange, useDateRange } from './range.ts';
import { TimeZoneContext, useToday } from './today.ts';
import { TypedDays } from './typed-days.tsx';

export function DatePopover({ trigger, open, onOpenChange }: PopupProps) {
  const { range, preset, setRange, setPreset } = useDateRange();
  const today = useToday();
  const timeZone = use(TimeZoneContext);
  const isWide = useIsWide();
  const pick = (picked: DateRange): void => {
    onOpenChange(false);
    setRange(picked);
  };
  return (
    <Popover label="Choose days" open={open} onOpenChange={onOpenChange} trigger={trigger}>
      <div className={styles['choices']}>
        <ul className={styles['presets']} aria-label="Periods">
          {presets.map(({ id, label }) => (
            <li key={id}>
              <button
                type="button"
                className={styles['preset']}
                aria-pressed={id === preset}
                onClick={() => {
                  onOpenChange(false);
                  setPreset(id);
                }}
              >
                {label}
                {id === preset ? <Check size={15} aria-hidden /> : null}
              </button>
            </li>
          ))}
        </ul>
        <div className={styles['custom']}>
          <div className={styles['calendar']}>
            <DayCalendar
              key={`${range.from} ${range.to}`}
              range={range}
              oldest={oldestDay(today)}
              today={today}
              months={isWide ? 2 : 1}
              onPick={pick}
            />
          </div>
          <TypedDays
            key={`${range.from} ${range.to}`}
            range={range}
            oldest={oldestDay(today)}
            today={today}
            onPick={pick}
          />
          <p className={styles['note']}>
            {formatInteger(lengthOf(range))} {lengthOf(range) === 1 ? 'day' : 'days'} selected. Days begin and
            end at midnight {timeZone === 'UTC' ? 'UTC' : `in ${timeZone.replaceAll('_', ' ')}`}.
          </p>
        </div>
      </div>
    </Popover>
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
