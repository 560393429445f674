/** The label of a row: its mark, its text on one line, and the way out where it is an address. */
import { ArrowUpRight } from 'lucide-react';
import { LabelIcon } from './label-icon.tsx';
import { outwardLink } from './outward-link.ts';
import type { LabelKind, RankedRow } from './ranked-report.ts';
import styles from './row-label.module.css';
import { visibleLabel } from './visible-label.ts';

export function RowLabel({
  kind,
  row,
  origin,
  onOpen,
}: {
  readonly kind: LabelKind;
  readonly row: RankedRow;
  /** Of the domain; paths link to it. */
  readonly origin?: string | undefined;
  /** Makes the label a button. */
  readonly onOpen?: ((row: RankedRow) => void) | undefined;
}) {
  const address = outwardLink(kind, row.label, origin);
  const text = visibleLabel(kind === 'status' ? row.label.slice(row.id.length).trim() : row.label);
  return (
    <span className={styles['label']}>
      <LabelIcon kind={kind} id={row.id} label={row.label} />
      {kind === 'status' ? <span className="visually-hidden">{row.id}</span> : null}
      {onOpen === undefined || row.id === '' ? (
        <bdi className={styles['text']} data-faint={row.label === 'Unknown' || undefined}>
          {text}
        </bdi>
      ) : (
        <button type="button" className={styles['open']} onClick={() => onOpen(row)}>
          <bdi className={styles['text']}>{text}</bdi>
        </button>
      )}
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles['out']}>
          <ArrowUpRight size={14} aria-hidden />
          <span className="visually-hidden">Open {text} in a new tab</span>
        </a>
      )}
    </span>
  );
}
