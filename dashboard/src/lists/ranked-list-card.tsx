/** A card of one ranked list, or of several behind tabs: the first rows, the way to all of them, and a file. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Card } from '../ui/card.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { CsvButton } from './csv-button.tsx';
import { csvName, csvOf, slugOf } from './csv-file.ts';
import { ListTabBar, ListTabPanel, ListTabs } from './list-tabs.tsx';
import { RankedList, RankedListSkeleton } from './ranked-list.tsx';
import styles from './ranked-list-card.module.css';
import { mostRows, type RankedReport } from './ranked-report.ts';
import { useSite } from './use-site.ts';
import { rowsOfPlace } from './within-country.ts';

/** Rows of a card; those that are missing leave their room empty, so that nothing moves. */
export const cardRows = 8;

export type ListCardProps = {
  readonly domainUuid: string;
  /** UTC days, both included. */
  readonly range: { readonly from: string; readonly to: string };
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
  range,
}: ListCardProps & {
  readonly title: string;
  /** With more than one there are tabs. */
  readonly reports: readonly [RankedReport, ...RankedReport[]];
  /** What stands where there are no rows. */
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
      range={range}
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
        <ListTabPanel value={shown.slug}>{list}</ListTabPanel>
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
  range,
}: ListCardProps & {
  readonly report: RankedReport;
  readonly room: number;
  readonly empty: ReactNode;
  readonly shareOf?: string;
  readonly note: ReactNode;
}) {
  const site = useSite(domainUuid);
  const {
    data: rows,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(report.rowsQuery(domainUuid, range, room));
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
            {...(shareOf === undefined ? {} : { shareOf })}
          />
        )}
      </div>
      <ListFoot
        report={report}
        domainUuid={domainUuid}
        range={range}
        note={note}
        hasRows={rows !== undefined && rows.length > 0}
      />
    </>
  );
}

/** The end of a card: a note, the file, and the way to the whole list. */
export function ListFoot({
  report,
  domainUuid,
  range,
  note,
  hasRows,
  country,
  region,
}: ListCardProps & {
  readonly report: RankedReport;
  readonly note?: ReactNode;
  readonly hasRows: boolean;
  /** Of locations, only those within this country. */
  readonly country?: string | undefined;
  /** The report is of this region of the country. */
  readonly region?: string | undefined;
}) {
  const site = useSite(domainUuid);
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  if (country !== undefined) params.set('country', country);
  if (region !== undefined) params.set('region', region);
  return (
    <div className={styles['foot']}>
      <div className={styles['note']}>{note}</div>
      {hasRows ? (
        <>
          <CsvButton
            what={report.title.toLowerCase()}
            fileName={csvName(site?.host, slugOf(report, region ?? country), range)}
            makeText={async () => {
              const rows = await report.fetchRows(domainUuid, range, mostRows);
              return csvOf(report, rowsOfPlace(rows, country, region));
            }}
          />
          <Link
            to={{
              pathname: `/domains/${domainUuid}/${report.area}/${report.slug}`,
              search: params.toString(),
            }}
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
