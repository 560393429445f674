/** The popover that adds or changes a filter; loaded when the first one is about to open. */
import type { ReactElement } from 'react';
import { SegmentList } from '../features/segments/segment-list.tsx';
import type { TriggerProps } from '../ui/lazy-popup.tsx';
import { Popover } from '../ui/popover.tsx';
import type { Area, Filter } from './filter.ts';
import { FilterForm } from './filter-form.tsx';

export function FilterPopover({
  trigger,
  label,
  open,
  onOpenChange,
  align,
  domainUuid,
  area,
  filter,
  onApply,
  onPickSegment,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly align: 'start' | 'end';
  readonly domainUuid: string;
  readonly area: Area;
  readonly filter: Filter;
  readonly onApply: (filter: Filter) => void;
  /** Offers the account's segments too. */
  readonly onPickSegment?: (filters: readonly Filter[]) => void;
}) {
  return (
    <Popover label={label} open={open} onOpenChange={onOpenChange} align={align} trigger={trigger}>
      {onPickSegment === undefined ? null : (
        <SegmentList
          area={area}
          onPick={(picked) => {
            onOpenChange(false);
            onPickSegment(picked);
          }}
        />
      )}
      <FilterForm
        domainUuid={domainUuid}
        area={area}
        filter={filter}
        onApply={(applied) => {
          onOpenChange(false);
          onApply(applied);
        }}
      />
    </Popover>
  );
}
