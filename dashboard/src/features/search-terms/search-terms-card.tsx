/** The search terms with most clicks on Google, from files of Search Console. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { formatCompact } from '../../format/numbers.ts';
import type { ListCardProps } from '../../lists/ranked-list-card.tsx';
import { visibleLabel } from '../../lists/visible-label.ts';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { NoSearchTerms } from './no-search-terms.tsx';
import styles from './search-terms.module.css';
import { importsQuery, termsQuery } from './search-terms-query.ts';

const cardRows = 8;

export function SearchTermsCard({ domainUuid, scope }: ListCardProps) {
  const { search } = useLocation();
  const terms = useQuery(termsQuery(domainUuid, scope));
  const imports = useQuery(importsQuery(domainUuid));
  const rows = terms.data?.data;
  return (
    <Card title="Search terms" flush>
      {rows === undefined || imports.data === undefined ? (
        <Pending
          inset
          error={terms.error ?? imports.error}
          onRetry={() => void Promise.all([terms.refetch(), imports.refetch()])}
          lines={6}
          label="Loading search terms"
        />
      ) : rows.length === 0 ? (
        <NoSearchTerms imports={imports.data.data} />
      ) : (
        <table
          className={styles['table']}
          aria-label="Search terms"
          data-stale={terms.isPlaceholderData || undefined}
        >
          <thead>
            <tr>
              <th scope="col">Search term</th>
              <th scope="col">Clicks</th>
              <th scope="col" className={styles['wide']}>
                Impressions
              </th>
              <th scope="col">Position</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, cardRows).map(({ name, clicks, impressions, position }) => (
              <tr key={name}>
                <th scope="row" title={visibleLabel(name, 1200)}>
                  <bdi>{visibleLabel(name)}</bdi>
                </th>
                <td>{formatCompact(clicks)}</td>
                <td className={styles['wide']}>{formatCompact(impressions)}</td>
                <td>{position ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles['foot']}>
        <span>
          On Google, from Search Console.
          {scope.filters.length === 0 ? '' : ' Filters don’t apply.'}
        </span>
        <Link
          to={{ pathname: `/domains/${domainUuid}/visitors/search-terms`, search }}
          className={styles['all']}
        >
          {imports.data?.data.length === 0 ? (
            'Import a file'
          ) : (
            <>
              Show all<span className="visually-hidden"> search terms</span>
            </>
          )}
          <ArrowRight size={14} aria-hidden />
        </Link>
      </div>
    </Card>
  );
}
