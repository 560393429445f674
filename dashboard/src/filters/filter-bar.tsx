/** A page's filters as chips that can be changed or removed, and the button that adds one. */
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { useCanWrite } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { type Area, dimensionsOf, type Filter } from './filter.ts';
import styles from './filter-bar.module.css';
import { FilterForm } from './filter-form.tsx';
import { isCoded, useChoices, wordsOf } from './filter-values.ts';
import { SaveSegment } from './save-segment.tsx';
import { SegmentList } from './segment-list.tsx';
import { useFilters } from './use-filters.ts';

const addButtonId = 'add-filter';

type Place = { readonly domainUuid: string; readonly area: Area };

export function AddFilter({ domainUuid, area }: Place) {
  const { filters, setFilters } = useFilters(area);
  const [isOpen, setOpen] = useState(false);
  const [first = 'visit:source'] = dimensionsOf(area);
  return (
    <Popover
      label="Add a filter"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button id={addButtonId} icon={<ListFilter size={16} aria-hidden />}>
          Filter
        </Button>
      }
    >
      <SegmentList
        area={area}
        onPick={(picked) => {
          setOpen(false);
          setFilters(picked);
        }}
      />
      <FilterForm
        domainUuid={domainUuid}
        area={area}
        filter={['is', first, []]}
        onApply={(filter) => {
          setOpen(false);
          setFilters([...filters, filter]);
        }}
      />
    </Popover>
  );
}

export function FilterBar({ domainUuid, area }: Place) {
  const { filters, setFilters } = useFilters(area);
  const canWrite = useCanWrite();
  if (filters.length === 0) return null;
  const keep = (next: readonly Filter[]): void => {
    // The pressed button disappears, so the focus moves to the button that adds filters.
    document.getElementById(addButtonId)?.focus();
    setFilters(next);
  };
  return (
    <div role="group" aria-label="Filters" className={styles['bar']}>
      {filters.map((filter, index) => (
        <Chip
          // oxlint-disable-next-line react/no-array-index-key -- a changed filter keeps its place
          key={index}
          domainUuid={domainUuid}
          area={area}
          filter={filter}
          onChange={(changed) => setFilters(filters.with(index, changed))}
          onRemove={() => keep(filters.toSpliced(index, 1))}
        />
      ))}
      <Button size="s" variant="ghost" onClick={() => keep([])}>
        Clear all
      </Button>
      {canWrite ? <SaveSegment filters={filters} /> : null}
    </div>
  );
}

function Chip({
  domainUuid,
  area,
  filter,
  onChange,
  onRemove,
}: Place & {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const words = wordsOf(filter, useChoices(domainUuid, filter[1], isCoded(filter[1])));
  return (
    <span className={styles['chip']}>
      <Popover
        label={`Change the filter: ${words}`}
        open={isOpen}
        onOpenChange={setOpen}
        align="start"
        trigger={
          <button type="button" className={styles['words']}>
            <bdi>{words}</bdi>
          </button>
        }
      >
        <FilterForm
          domainUuid={domainUuid}
          area={area}
          filter={filter}
          onApply={(changed) => {
            setOpen(false);
            onChange(changed);
          }}
        />
      </Popover>
      <button type="button" className={styles['remove']} aria-label={`Remove: ${words}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
