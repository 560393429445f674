/** The label of a row: its mark, its text on one line, and the way out where it is an address. */
import { ArrowUpRight } from 'lucide-react';
import { Link, type To } from 'react-router';
import { LabelIcon } from './label-icon.tsx';
import { outwardLink } from './outward-link.ts';
import type { LabelKind, RankedRow } from './ranked-report.ts';
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
      <Link to={to} className={styles['filter']}>
        <span className="visually-hidden">Filter by {kind === 'status' ? `${row.id} ` : ''}</span>
        <bdi className={styles['text']} data-faint={row.label === 'Unknown' || undefined}>
          {text}
        </bdi>
      </Link>
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles['out']}>
          <ArrowUpRight size={14} aria-hidden />
          <span className="visually-hidden">Open {text} in a new tab</span>
        </a>
      )}
    </span>
  );
}
