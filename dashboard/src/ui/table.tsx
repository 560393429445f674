/** Tables that stay readable on phones: each row becomes a block whose cells show their column's name. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './table.module.css';

export function Table({
  label,
  stale = false,
  children,
}: {
  readonly label: string;
  /** The rows belong to the previous range while the new ones load. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}) {
  return (
    // The table scrolls rather than its card, as tooltips may overlap the card's edge.
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={label} data-stale={stale || undefined}>
        {children}
      </table>
    </div>
  );
}

/** A column header. With `sort` it is a button that toggles the order. */
export function HeadCell({
  children,
  align = 'start',
  lead,
  sort,
}: {
  readonly children?: ReactNode;
  /** Before the button. */
  readonly lead?: ReactNode;
  readonly align?: 'start' | 'end';
  readonly sort?: {
    readonly field: string;
    readonly current: string;
    readonly onChange: (sort: string) => void;
  };
}) {
  if (sort === undefined) {
    return (
      <th scope="col" data-align={align}>
        {children}
      </th>
    );
  }
  const ascending = sort.current === sort.field;
  const descending = sort.current === `-${sort.field}`;
  const Icon = ascending ? ArrowUp : descending ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'}
    >
      {lead}
      <button
        type="button"
        className={styles['sort']}
        onClick={() => sort.onChange(ascending ? `-${sort.field}` : sort.field)}
      >
        {children}
        <Icon size={13} aria-hidden />
      </button>
    </th>
  );
}

/** The header of a column of buttons; its text is for screen readers only. */
export function ActionsHeadCell() {
  return (
    <HeadCell>
      <span className="visually-hidden">Actions</span>
    </HeadCell>
  );
}

/** `label` is the column's name, shown beside the value on phones. */
export function Cell({
  label,
  align = 'start',
  children,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & { readonly label?: string; readonly align?: 'start' | 'end' }) {
  return (
    <td data-label={label} data-align={align} {...rest}>
      {children}
    </td>
  );
}
