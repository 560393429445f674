/** The analytics pages' date range: a button that opens the choices, and a step back or forward. */
import { Calendar, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatDayRange } from '../format/dates.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import styles from './date-range-picker.module.css';
import { presets, stepped } from './presets.ts';
import { type DateRange, useDateRange } from './range.ts';
import { useToday } from './today.ts';

const load = () => import('./date-popover.tsx');
const DatePopover = lazy(async () => ({ default: (await load()).DatePopover }));

export function DateRangePicker() {
  const { range, preset, setRange } = useDateRange();
  const [isOpen, setOpen] = useState(false);
  const name = presets.find(({ id }) => id === preset)?.label;
  const trigger = (
    <Button icon={<Calendar size={16} aria-hidden />} className={styles['trigger']}>
      {name === undefined ? null : <span>{name}</span>}
      <span className={name === undefined ? undefined : styles['days']}>
        {formatDayRange(range.from, range.to)}
      </span>
    </Button>
  );
  return (
    <div className={styles['picker']} role="group" aria-label="Days shown">
      <Step direction={-1} label="Earlier" range={range} onPick={setRange} />
      <LazyPopup trigger={trigger} kind="dialog" load={load} onOpen={() => setOpen(true)}>
        <DatePopover trigger={trigger} open={isOpen} onOpenChange={setOpen} />
      </LazyPopup>
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
