/** Requests as rows: when, what was asked, what was answered, and who asked. On phones each is a small card. */
import { formatResponseTime } from '../../format/numbers.ts';
import { LabelIcon } from '../../lists/label-icon.tsx';
import { countryName } from '../../map/country-name.ts';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import type { ListedRequest } from './merge-requests.ts';
import { clockTime, whoAsked } from './request-words.ts';
import styles from './requests.module.css';

export function RequestsTable({
  rows,
  onOpen,
}: {
  readonly rows: readonly ListedRequest[];
  readonly onOpen: (request: ListedRequest) => void;
}) {
  return (
    <div className={styles['table']}>
      <Table label="Requests">
        <thead>
          <tr>
            <HeadCell>Time</HeadCell>
            <HeadCell>Request</HeadCell>
            <HeadCell>Answer</HeadCell>
            <HeadCell>From</HeadCell>
            <HeadCell align="end">Took</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((request) => (
            <tr key={request.id} className={styles['row']}>
              <Cell className={styles['time']}>
                <time dateTime={request.time}>{clockTime(request.time)}</time>
              </Cell>
              <Cell className={styles['request']}>
                <button type="button" className={styles['open']} onClick={() => onOpen(request)}>
                  <span className={styles['method']}>{request.method}</span> {request.path}
                </button>
              </Cell>
              <Cell className={styles['answer']}>
                <LabelIcon kind="status" id={String(request.status)} label="" />
                <span className="visually-hidden">{request.status}</span>
                <Answer request={request} />
              </Cell>
              <Cell className={styles['from']}>
                {request.country === null ? null : (
                  <span className={styles['flag']} title={countryName(request.country)}>
                    <LabelIcon kind="country" id={request.country} label="" />
                    <span className="visually-hidden">{countryName(request.country)}, </span>
                  </span>
                )}
                <span className={styles['who']}>{whoAsked(request)}</span>
              </Cell>
              <Cell className={styles['took']} align="end">
                {formatResponseTime(request.duration)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Answer({ request: { target, rule, failure } }: { readonly request: ListedRequest }) {
  const parts = [
    target === null ? undefined : `→ ${target}`,
    rule === null ? undefined : `by ${rule}`,
    failure?.replaceAll('_', ' '),
  ].filter((part) => part !== undefined);
  return <span className={styles['how']}>{parts.join(', ')}</span>;
}
