/** The paths of a host that answered 404 most, each with a way to make a redirect of it. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { SearchCheck, Signpost } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { percentageOf } from '../../../../../src/core/percentage.ts';
import { formatInteger, formatShare } from '../../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { readOnlyReason } from '../../../ui/read-only-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { NothingHere } from '../../requests/nothing-here.tsx';
import { useHost } from '../host-frame.tsx';
import { queryHost, type Span, spans } from '../host-query.ts';
import styles from './unmatched.module.css';

const mostPaths = 100;

/** The most pairs of path and referrer that are looked through. */
const mostWays = 1000;
const direct = 'Direct';

type UnmatchedPath = {
  readonly path: string;
  readonly requests: number;
  /** The host or page that sent most of those that said where they came from; undefined where none did. */
  readonly referrer: string | undefined;
};
type Unmatched = {
  readonly paths: readonly UnmatchedPath[];
  readonly rows: number;
  readonly requests: number;
};

const askers = [
  { value: 'people', label: 'People' },
  { value: 'scanners', label: 'Bots and scanners' },
  { value: 'all', label: 'All' },
] as const;
type Askers = (typeof askers)[number]['value'];

const byAskers: Readonly<Record<Askers, unknown[][]>> = {
  people: [['is', 'request:client', ['person']]],
  scanners: [['is_not', 'request:client', ['person']]],
  all: [],
};

function unmatchedQuery(accountUuid: string, host: string, span: Span, who: Askers) {
  return queryOptions({
    queryKey: ['unmatched', accountUuid, host, span, who],
    queryFn: async ({ signal }): Promise<Unmatched | null> => {
      const filters = [['is', 'request:status', ['404']], ...byAskers[who]];
      const [paths, total] = await Promise.all([
        queryHost(
          accountUuid,
          host,
          span,
          {
            metrics: ['requests'],
            dimensions: ['request:path'],
            filters,
            pagination: { limit: mostPaths },
            include: { total_rows: true },
          },
          signal,
        ),
        queryHost(accountUuid, host, span, { metrics: ['requests'], filters }, signal),
      ]);
      if (paths === null || total === null) return null;
      const listed = paths.results.map(({ dimensions: [path = ''] }) => path);
      const ways =
        listed.length === 0
          ? null
          : await queryHost(
              accountUuid,
              host,
              span,
              {
                metrics: ['requests'],
                dimensions: ['request:path', 'request:referrer'],
                filters: [
                  ...filters,
                  ['is', 'request:path', listed],
                  ['is_not', 'request:referrer', [direct]],
                ],
                pagination: { limit: mostWays },
              },
              signal,
            );
      // The most frequent way comes first.
      const referrers = new Map(
        ways?.results.toReversed().map(({ dimensions: [path = '', referrer = ''] }) => [path, referrer]),
      );
      return {
        paths: paths.results.map(({ dimensions: [path = ''], metrics: [requests] }) => ({
          path,
          requests: Number(requests),
          referrer: referrers.get(path),
        })),
        rows: paths.meta.total_rows ?? 0,
        requests: Number(total.results[0]?.metrics[0] ?? 0),
      };
    },
    placeholderData: keepPreviousData,
  });
}

export function UnmatchedPage() {
  const host = useHost();
  const [span, setSpan] = useState<Span>('7');
  const [who, setWho] = useState<Askers>('people');
  const { data, error, refetch } = useQuery(unmatchedQuery(useAccountUuid(), host, span, who));
  if (data === null) return <NothingHere host={host} />;
  return (
    <Card
      title="Paths that weren't found"
      flush
      actions={
        <>
          <Segmented label="Requests by" value={who} onChange={setWho} options={askers} />
          <Segmented label="Requests of the last" value={span} onChange={setSpan} options={spans} />
        </>
      }
    >
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={8} label="Loading paths" />
      ) : data.paths.length === 0 ? (
        <EmptyState icon={<SearchCheck size={20} />} title="Everything was found">
          {none[who]} {host} was answered with 404 in these days.
        </EmptyState>
      ) : (
        <>
          <Paths host={host} unmatched={data} />
          {data.rows > data.paths.length ? (
            <p className={styles['more']}>
              The first {formatInteger(data.paths.length)} of {formatInteger(data.rows)} paths.
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

const none: Readonly<Record<Askers, string>> = {
  people: 'No request of a person for',
  scanners: 'No request of a bot or scanner for',
  all: 'No request for',
};

function Paths({ host, unmatched }: { readonly host: string; readonly unmatched: Unmatched }) {
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  return (
    <Table label="Paths that weren't found">
      <thead>
        <tr>
          <HeadCell>Path</HeadCell>
          <HeadCell>Top referrer</HeadCell>
          <HeadCell align="end">Requests</HeadCell>
          <HeadCell align="end">Share</HeadCell>
          <HeadCell>
            <span className="visually-hidden">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {unmatched.paths.map(({ path, requests, referrer }) => (
          <tr key={path}>
            <Cell className={styles['path']}>
              <code>{path}</code>
            </Cell>
            <Cell label="Top referrer" className={styles['from']}>
              {referrer === undefined ? '–' : <bdi>{referrer}</bdi>}
            </Cell>
            <Cell label="Requests" align="end">
              {formatInteger(requests)}
            </Cell>
            <Cell label="Share" align="end">
              {formatShare(percentageOf(requests, unmatched.requests))}
            </Cell>
            <Cell align="end">
              <Button
                size="s"
                icon={<Signpost size={15} aria-hidden />}
                disabled={!canWrite}
                title={canWrite ? undefined : readOnlyReason}
                onClick={() =>
                  void navigate(`/rules/${host}?${new URLSearchParams({ new: '', path }).toString()}`)
                }
              >
                Make a redirect<span className="visually-hidden"> of {path}</span>
              </Button>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
