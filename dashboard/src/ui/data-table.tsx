/** A table from the definition of its columns. The first one names the row, and has no label of its own on phones. */
import type { ComponentProps, ReactNode } from 'react';
import { ActionsHeadCell, Cell, HeadCell, Table } from './table.tsx';

export type Column<Row> = {
  /** Empty for a column of buttons. */
  readonly name: string;
  /** The field that it can be sorted by. */
  readonly sort?: string;
  readonly align?: 'start' | 'end';
  readonly className?: string | undefined;
  readonly render: (row: Row) => ReactNode;
};

export type Sorting = { readonly sort: string; readonly setSort: (sort: string) => void };

export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sorting,
  stale = false,
  rowProps,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting;
  /** The rows belong to what was asked before. */
  readonly stale?: boolean;
  readonly rowProps?: (row: Row) => ComponentProps<'tr'>;
}) {
  return (
    <Table label={label} stale={stale}>
      <thead>
        <tr>
          {columns.map(({ name, sort, align = 'start' }) =>
            name === '' ? (
              <ActionsHeadCell key={name} />
            ) : (
              <HeadCell
                key={name}
                align={align}
                {...(sort === undefined || sorting === undefined
                  ? {}
                  : { sort: { field: sort, current: sorting.sort, onChange: sorting.setSort } })}
              >
                {name}
              </HeadCell>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ name, align, className, render }, place) => (
              <Cell
                key={name}
                className={className}
                {...(place === 0 || name === '' ? {} : { label: name })}
                {...(align === undefined ? {} : { align })}
              >
                {render(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
