/** How often AI assistants crawl for each visit that they send. Source: docs/reference/bots.md ("Assistants"). */
import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../../analytics/report-query.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { QuietEmpty } from '../../../lists/quiet-empty.tsx';
import type { ListCardProps } from '../../../lists/ranked-list-card.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import styles from './page-loads.module.css';

export function AssistantsCard({ domainUuid, scope }: ListCardProps) {
  const { from, to } = scope;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    reportQuery(domainUuid, 'assistants', { from, to }),
  );
  return (
    <Card title="Assistants" flush>
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={6} label="Loading assistants" />
      ) : data.data.length === 0 ? (
        <QuietEmpty title="No assistants in this period">
          ChatGPT, Claude and others appear here when they crawl the site or send visitors.
        </QuietEmpty>
      ) : (
        <Table label="Assistants" stale={isPlaceholderData}>
          <thead>
            <tr>
              <HeadCell>Assistant</HeadCell>
              <HeadCell align="end">Crawls</HeadCell>
              <HeadCell align="end">Visits</HeadCell>
              <HeadCell align="end">Crawls per visit</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.data.map(({ name, crawls, visits, crawls_per_visit: perVisit }) => (
              <tr key={name}>
                <Cell>{name}</Cell>
                <Cell label="Crawls" align="end">
                  {formatInteger(crawls)}
                </Cell>
                <Cell label="Visits" align="end">
                  {formatInteger(visits)}
                </Cell>
                <Cell label="Crawls per visit" align="end">
                  {perVisit ?? '–'}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p className={styles['note']}>
        Crawls are requests by an assistant's crawlers; visits are those that it sent.
        {scope.filters.length === 0 ? '' : ' Filters don’t apply here.'}
      </p>
    </Card>
  );
}
