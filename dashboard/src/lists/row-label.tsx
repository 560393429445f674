/** A row's label: icon, one line of text, and an external link if it is an address. */
import { ArrowUpRight } from 'lucide-react';
import type { To } from 'react-router';
import { FilterLink } from '../filters/filter-link.tsx';
import { LabelIcon } from './label-icon.tsx';
import { outwardLink } from './outward-link.ts';
import type { LabelKind } from './ranked-report.ts';
import type { RankedRow } from './ranked-rows.ts';
import styles from './row-label.module.css';
import { visibleLabel } from './visible-label.ts';

export function RowLabel({
  kind,
  row,
  origin,
  to,
}: {
  readonly kind: LabelKind;
  readonly row: RankedRow;
  /** Of the domain; paths link to it. */
  readonly origin?: string | undefined;
  /** The page filtered by the row. */
  readonly to: To;
}) {
  const address = outwardLink(kind, row.label, origin);
  const text = visibleLabel(kind === 'status' ? row.label.slice(row.id.length).trim() : row.label);
  return (
    <span className={styles['label']}>
      <LabelIcon kind={kind} id={row.id} label={row.label} />
      <FilterLink to={to} className={styles['filter']}>
        {kind === 'status' ? <span className="visually-hidden">{row.id} </span> : null}
        <bdi className={styles['text']} data-faint={row.label === 'Unknown' || undefined}>
          {text}
        </bdi>
      </FilterLink>
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles['out']}>
          <ArrowUpRight size={14} aria-hidden />
          <span className="visually-hidden">Open {text} in a new tab</span>
        </a>
      )}
    </span>
  );
}
