/** How requests were answered: the classes of status codes in one bar, and each code below. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilterLink } from '../../../filters/filter-link.tsx';
import { useFilters } from '../../../filters/use-filters.ts';
import { formatInteger, formatShare } from '../../../format/numbers.ts';
import { statusCodes } from '../../../lists/proxy-lists.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import { cardRows, type ListCardProps, RankedListCard } from '../../../lists/ranked-list-card.tsx';
import { mostRows } from '../../../lists/ranked-report.ts';
import { statusClasses } from './status-classes.ts';
import styles from './status-codes-card.module.css';

/** The bar above takes the place of two. */
const rows = cardRows - 2;

export function StatusCodesCard({ note, ...props }: ListCardProps & { readonly note: ReactNode }) {
  const { data, isPlaceholderData } = useQuery(
    statusCodes.rowsQuery(props.domainUuid, props.scope, mostRows),
  );
  const { searchOf } = useFilters('requests');
  const classes = statusClasses(data ?? []);
  return (
    <RankedListCard
      {...props}
      title="Status codes"
      reports={[statusCodes]}
      rows={rows}
      shareOf="the requests listed"
      note={note}
      above={
        <div className={styles['summary']} data-stale={isPlaceholderData || undefined}>
          <div className={styles['bar']} aria-hidden>
            {classes.map(({ digit, count }) => (
              <span key={digit} data-class={digit} style={{ flexGrow: count }} />
            ))}
          </div>
          <ul className={styles['legend']} aria-label="Classes of status codes">
            {classes.map(({ digit, name, count, percentage }) => (
              <li key={digit} title={`${name}: ${formatInteger(count)} requests`}>
                <FilterLink to={{ search: searchOf([['is', 'request:status_class', [`${digit}xx`]]]) }}>
                  <span className={styles['swatch']} data-class={digit} aria-hidden />
                  {digit}xx <span className="visually-hidden">{name}</span>
                  <span className={styles['share']}>{formatShare(percentage)}</span>
                </FilterLink>
              </li>
            ))}
          </ul>
        </div>
      }
      empty={<QuietEmpty title="No requests in this period">Response status codes appear here.</QuietEmpty>}
    />
  );
}
