/** The account's requests of the last 24 whole hours, beside what the four weeks before let expect. */
import { useQuery } from '@tanstack/react-query';
import { hourMs } from '../../../../src/core/time.ts';
import { TimeSeriesChart } from '../../analytics/time-series-chart.tsx';
import { dayIn, useQuarterHour } from '../../analytics/today.ts';
import { api, bodyOf } from '../../api/client.ts';
import { formatCompact, formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import styles from './overview.module.css';

const hours = 24;

export function TrafficCard() {
  const accountUuid = useAccountUuid();
  const now = useQuarterHour();
  const end = now - (now % hourMs);
  const from = new Date(end - hours * hourMs).toISOString();
  const to = new Date(end).toISOString();
  const { data, error, refetch } = useQuery({
    queryKey: ['expectation', accountUuid, from, to],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/expectation', {
          params: { path: { account_uuid: accountUuid }, query: { from, to } },
          signal,
        }),
      ),
  });
  const rows = data?.data;
  const known = rows?.filter(({ expected }) => expected !== null) ?? [];
  const isCompared = rows !== undefined && known.length === rows.length && rows.length > 0;
  const unusual = rows?.filter(({ state }) => state === 'low' || state === 'high').length ?? 0;
  const range = { from: dayIn('UTC', end - hours * hourMs), to: dayIn('UTC', end - 1) };
  const seriesOf = (value: (row: NonNullable<typeof rows>[number]) => number) =>
    rows && Object.fromEntries(rows.map((row) => [row.hour, value(row)]));
  return (
    <Card title="Requests, last 24 hours">
      {error !== null ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className={styles['sentence']}>
            {rows === undefined
              ? '\u00a0'
              : sentenceOf(
                  sum(rows.map(({ requests }) => requests)),
                  isCompared ? sum(known.map(({ expected }) => expected ?? 0)) : undefined,
                  unusual,
                )}
          </p>
          <TimeSeriesChart
            label="Requests"
            data={seriesOf(({ requests }) => requests)}
            previous={isCompared ? seriesOf(({ expected }) => Math.round(expected ?? 0)) : undefined}
            previousTitle="Expected"
            range={range}
            compared={isCompared ? range : undefined}
            frequency="hour"
            format={formatInteger}
            formatAxis={formatCompact}
          />
        </>
      )}
    </Card>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sentenceOf(requests: number, expected: number | undefined, unusual: number): string {
  const counted = `${formatInteger(requests)} ${requests === 1 ? 'request' : 'requests'} without crawlers`;
  if (expected === undefined)
    return `${counted}. An expected number follows once two of the last four weeks have traffic.`;
  const compared = `${counted}; ${formatInteger(Math.round(expected))} expected.`;
  if (unusual === 0) return compared;
  return `${compared} ${unusual} ${unusual === 1 ? 'hour was' : 'hours were'} unusual.`;
}
