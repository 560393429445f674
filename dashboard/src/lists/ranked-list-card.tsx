/** A card with one ranked list or several in tabs: the first rows, a link to all, and a download. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isLive, type Scope } from '../analytics/scope.ts';
import { useFilters } from '../filters/use-filters.ts';
import { Card } from '../ui/card.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { CsvButton } from './csv-button.tsx';
import { csvName } from './csv-name.ts';
import { type ListColumnOf, useListColumn } from './list-column.ts';
import { ListTabBar, ListTabPanel, ListTabs } from './list-tabs.tsx';
import { RankedList, RankedListSkeleton } from './ranked-list.tsx';
import styles from './ranked-list-card.module.css';
import type { RankedReport } from './ranked-report.ts';
import { useSite } from './use-site.ts';

/** Rows per card. Space for missing rows is kept, so the layout doesn't shift. */
export const cardRows = 8;

export type ListCardProps = {
  readonly domainUuid: string;
  readonly scope: Scope;
};

export function RankedListCard({
  title,
  reports,
  empty,
  shareOf,
  note,
  above,
  rows = cardRows,
  domainUuid,
  scope,
}: ListCardProps & {
  readonly title: string;
  /** With more than one there are tabs. */
  readonly reports: readonly [RankedReport, ...RankedReport[]];
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** What 100% is, in words: `all visits`. */
  readonly shareOf?: string;
  /** A line below the list, such as where its data comes from. */
  readonly note?: ReactNode;
  /** What stands between the title and the list. */
  readonly above?: ReactNode;
  /** How many rows there is room for. */
  readonly rows?: number;
}) {
  const [first] = reports;
  const [slug, setSlug] = useState(first.slug);
  const shown = reports.find((report) => report.slug === slug) ?? first;
  const list = (
    <ListOfCard
      key={shown.slug}
      report={shown}
      empty={empty}
      note={note}
      room={rows}
      domainUuid={domainUuid}
      scope={scope}
      {...(shareOf === undefined ? {} : { shareOf })}
    />
  );
  if (reports.length === 1) {
    return (
      <Card title={title} flush>
        {above}
        {list}
      </Card>
    );
  }
  return (
    <ListTabs value={shown.slug} onChange={setSlug}>
      <Card
        title={title}
        flush
        actions={
          <ListTabBar label={title} tabs={reports.map(({ slug: value, tab }) => ({ value, label: tab }))} />
        }
      >
        <ListTabPanel>{list}</ListTabPanel>
      </Card>
    </ListTabs>
  );
}

function ListOfCard({
  report,
  empty,
  shareOf,
  note,
  room,
  domainUuid,
  scope,
}: ListCardProps & {
  readonly report: RankedReport;
  readonly room: number;
  readonly empty: ReactNode;
  readonly shareOf?: string;
  readonly note: ReactNode;
}) {
  const site = useSite(domainUuid);
  const { searchOf } = useFilters(report.area);
  const last = useListColumn(report, scope);
  const {
    data: rows,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(report.rowsQuery(domainUuid, last.scope, room, last.beside));
  return (
    <>
      <div className={styles['room']} style={{ '--rows': room }}>
        {rows === undefined ? (
          error ? (
            <div className={styles['failure']}>
              <FailureNotice error={error} onRetry={() => void refetch()} />
            </div>
          ) : (
            <RankedListSkeleton rows={room} label={report.title} />
          )
        ) : rows.length === 0 ? (
          <div className={styles['empty']} data-stale={isPlaceholderData || undefined}>
            {empty}
          </div>
        ) : (
          <RankedList
            report={report}
            rows={rows}
            stale={isPlaceholderData}
            origin={site?.origin}
            last={last}
            searchOf={(row) => searchOf(report.filtersOf(row))}
            {...(shareOf === undefined ? {} : { shareOf })}
          />
        )}
      </div>
      <ListFoot
        report={report}
        domainUuid={domainUuid}
        scope={scope}
        last={last}
        note={note}
        hasRows={rows !== undefined && rows.length > 0}
      />
    </>
  );
}

/** A card's footer: a note, the download, and a link to the full list. */
export function ListFoot({
  report,
  domainUuid,
  scope,
  last,
  note,
  hasRows,
}: ListCardProps & {
  readonly report: RankedReport;
  readonly last: ListColumnOf;
  readonly note?: ReactNode;
  readonly hasRows: boolean;
}) {
  const site = useSite(domainUuid);
  const { search } = useLocation();
  return (
    <div className={styles['foot']}>
      <div className={styles['note']}>{note}</div>
      {hasRows && !isLive(scope) ? (
        <>
          <CsvButton
            what={report.title.toLowerCase()}
            fileName={csvName(site?.host, report.slug, scope)}
            makeTable={async () =>
              (await import('./csv-file.ts')).csvOf(
                report,
                await report.fetchRows(domainUuid, last.scope, last.beside),
                last.column,
              )
            }
          />
          <Link
            to={{ pathname: `/domains/${domainUuid}/${report.area}/${report.slug}`, search }}
            className={styles['all']}
          >
            Show all<span className="visually-hidden"> {report.title.toLowerCase()}</span>
            <ArrowRight size={14} aria-hidden />
          </Link>
        </>
      ) : null}
    </div>
  );
}
