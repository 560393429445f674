/** Tables that stay readable on phones: there each row becomes a small block, its cells with their column's name. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './table.module.css';

export function Table({
  label,
  stale = false,
  children,
}: {
  readonly label: string;
  /** The rows are of another range while this one's load. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}) {
  return (
    // The table scrolls, not its card: details of lists stand out above a card's edge.
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={label} data-stale={stale || undefined}>
        {children}
      </table>
    </div>
  );
}

/** A column's head. With `sort` it is a button that sorts by this column, and back. */
export function HeadCell({
  children,
  align = 'start',
  sort,
}: {
  readonly children?: ReactNode;
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

/** The head of a column of buttons, which needs no words where it is seen. */
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
