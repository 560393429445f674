/** A list in a card: what it is filtered by, its rows as a table, and its pages; or why there is nothing to see. */
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { FailureNotice } from './notice.tsx';
import { Pagination } from './pagination.tsx';
import { Pending } from './pending.tsx';
import type { List } from './use-list.ts';

type Rows<Row> =
  | {
      readonly columns: readonly Column<Row>[];
      readonly keyOf: (row: Row) => string;
      readonly rowProps?: (row: Row) => ComponentProps<'tr'>;
    }
  /** A table of its own. */
  | { readonly renderRows: (rows: readonly Row[]) => ReactNode };

export type ListCardProps<Row> = Rows<Row> & {
  readonly title?: string;
  readonly actions?: ReactNode;
} & ListProps<Row>;

export type ListPageProps<Row> = Rows<Row> & ListProps<Row>;

type ListProps<Row> = {
  readonly list: List<Row>;
  /** Of the table, such as `Access tokens`. */
  readonly label: string;
  /** Of the element around the table. */
  readonly className?: string | undefined;
  /** Above the rows, such as a search field. */
  readonly bar?: ReactNode;
  /** In place of the list when it has nothing. */
  readonly empty: ComponentProps<typeof EmptyState>;
  /** In place of the rows when a filter leaves nothing; undefined while there is none. */
  readonly noMatch?: ComponentProps<typeof EmptyState> | undefined;
};

export function ListCard<Row>({
  list,
  label,
  className,
  title,
  actions,
  bar,
  empty,
  noMatch,
  ...table
}: ListCardProps<Row>) {
  const { rows, count, error, retry } = list;
  return (
    <Card flush {...(title === undefined ? {} : { title })} actions={actions}>
      {rows !== undefined && count === 0 && noMatch === undefined ? null : bar}
      {rows === undefined ? (
        <Pending inset error={error} onRetry={retry} lines={6} label={`Loading ${label.toLowerCase()}`} />
      ) : (
        <>
          {error ? <FailureNotice error={error} onRetry={retry} /> : null}
          {rows.length > 0 ? (
            <div className={className}>
              {'renderRows' in table ? (
                table.renderRows(rows)
              ) : (
                <DataTable {...table} label={label} rows={rows} sorting={list} stale={list.isStale} />
              )}
            </div>
          ) : count === 0 ? (
            <EmptyState {...(noMatch ?? empty)} />
          ) : (
            <EmptyState
              title="This page is empty"
              action={<Button onClick={() => list.setPage(1)}>Go to the first page</Button>}
            >
              The list has become shorter.
            </EmptyState>
          )}
          {count > 0 ? (
            <Pagination page={list.page} perPage={list.perPage} count={count} onChange={list.setPage} />
          ) : null}
        </>
      )}
    </Card>
  );
}
