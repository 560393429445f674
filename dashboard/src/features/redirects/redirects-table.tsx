/** Redirects as rows: where requests come in, where they go, and a switch. On phones each is a small card. */

import { RowCheck } from '../../ui/row-check.tsx';
import { ActionsHeadCell, HeadCell, Table } from '../../ui/table.tsx';
import { RedirectRow } from './redirect-row.tsx';
import type { Redirect } from './redirect-values.ts';
import styles from './redirects-table.module.css';

export function RedirectsTable({
  rows,
  isStale,
  sort,
  onSort,
  selected,
  onSelect,
  onEdit,
  onDuplicate,
  onDelete,
}: {
  readonly rows: readonly Redirect[];
  /** Another page is on its way. */
  readonly isStale: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onEdit: (redirect: Redirect) => void;
  readonly onDuplicate: (redirect: Redirect) => void;
  readonly onDelete: (redirect: Redirect) => void;
}) {
  const chosen = rows.filter(({ uuid }) => selected.has(uuid)).length;
  const by = (field: string) => ({ field, current: sort, onChange: onSort });
  return (
    <div className={styles['wrap']} data-stale={isStale || undefined}>
      <Table label="Redirects">
        <thead>
          <tr>
            <th scope="col" className={styles['checkHead']}>
              <RowCheck
                label="Select all redirects on this page"
                checked={chosen === rows.length}
                isMixed={chosen > 0 && chosen < rows.length}
                onChange={() =>
                  onSelect(chosen === rows.length ? new Set() : new Set(rows.map(({ uuid }) => uuid)))
                }
              />
            </th>
            <HeadCell sort={by('source_host')}>Requests for</HeadCell>
            <HeadCell>Go to</HeadCell>
            <HeadCell>With</HeadCell>
            <HeadCell sort={by('updated_at')}>Changed</HeadCell>
            <HeadCell sort={by('verdict')}>State</HeadCell>
            <HeadCell>Active</HeadCell>
            <ActionsHeadCell />
          </tr>
        </thead>
        <tbody>
          {rows.map((redirect) => (
            <RedirectRow
              key={redirect.uuid}
              redirect={redirect}
              isSelected={selected.has(redirect.uuid)}
              onSelect={(isSelected) => {
                const next = new Set(selected);
                if (isSelected) next.add(redirect.uuid);
                else next.delete(redirect.uuid);
                onSelect(next);
              }}
              onEdit={() => onEdit(redirect)}
              onDuplicate={() => onDuplicate(redirect)}
              onDelete={() => onDelete(redirect)}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
