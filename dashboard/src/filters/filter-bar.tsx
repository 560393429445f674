/** A page's filters as chips that can be changed or removed, and the button that adds one. */
import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCanWrite } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { type Area, dimensionsOf, type Filter } from './filter.ts';
import styles from './filter-bar.module.css';
import { isCoded, useChoices, wordsOf } from './filter-values.ts';
import { useFilters } from './use-filters.ts';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazy(async () => ({ default: (await loadPopover()).FilterPopover }));
const SaveSegment = lazy(async () => ({
  default: (await import('../features/segments/save-segment.tsx')).SaveSegment,
}));

const addButtonId = 'add-filter';

type Place = { readonly domainUuid: string; readonly area: Area };

export function AddFilter({ domainUuid, area }: Place) {
  const { filters, setFilters } = useFilters(area);
  const [isOpen, setOpen] = useState(false);
  const [first = 'visit:source'] = dimensionsOf(area);
  const trigger = (
    <Button id={addButtonId} icon={<ListFilter size={16} aria-hidden />}>
      Filter
    </Button>
  );
  return (
    <LazyPopup trigger={trigger} kind="dialog" load={loadPopover} onOpen={() => setOpen(true)}>
      <FilterPopover
        trigger={trigger}
        label="Add a filter"
        open={isOpen}
        onOpenChange={setOpen}
        align="end"
        domainUuid={domainUuid}
        area={area}
        filter={['is', first, []]}
        onApply={(filter) => setFilters([...filters, filter])}
        onPickSegment={setFilters}
      />
    </LazyPopup>
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
      {canWrite ? (
        <Suspense>
          <SaveSegment filters={filters} />
        </Suspense>
      ) : null}
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
  const trigger = (
    <button type="button" className={styles['words']}>
      <bdi>{words}</bdi>
    </button>
  );
  return (
    <span className={styles['chip']}>
      <LazyPopup trigger={trigger} kind="dialog" load={loadPopover} onOpen={() => setOpen(true)}>
        <FilterPopover
          trigger={trigger}
          label={`Change the filter: ${words}`}
          open={isOpen}
          onOpenChange={setOpen}
          align="start"
          domainUuid={domainUuid}
          area={area}
          filter={filter}
          onApply={onChange}
        />
      </LazyPopup>
      <button type="button" className={styles['remove']} aria-label={`Remove: ${words}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
