/** Usage as tables: a row for each custom domain, or for each external id. */
import { Link } from 'react-router';
import { monthEnd } from '../../../../src/core/month.ts';
import { formatBytes, formatInteger } from '../../format/numbers.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import styles from './usage.module.css';
import type { DomainUsage, ExternalIdUsage } from './usage-queries.ts';

export function DomainUsageTable({
  rows,
  stale,
  sort,
  onSort,
  toExternalId,
}: {
  readonly rows: readonly DomainUsage[];
  readonly stale: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** The address of the same month with only this external id. */
  readonly toExternalId: (externalId: string) => string;
}) {
  return (
    <Table label="Usage by domain" stale={stale}>
      <thead>
        <tr>
          <HeadCell sort={{ field: 'host', current: sort, onChange: onSort }}>Domain</HeadCell>
          <HeadCell sort={{ field: 'external_id', current: sort, onChange: onSort }}>External id</HeadCell>
          <FigureHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.custom_domain_uuid}>
            <Cell>
              <Link to={statisticsOf(row)} className={styles['name']}>
                <BreakableHost text={row.host} />
              </Link>
            </Cell>
            <Cell label="External id">
              {row.external_id === '' ? (
                <span className={styles['none']}>None</span>
              ) : (
                <Link to={toExternalId(row.external_id)} className={styles['id']}>
                  {row.external_id}
                </Link>
              )}
            </Cell>
            <FigureCells row={row} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function ExternalIdUsageTable({
  rows,
  stale,
  toExternalId,
}: {
  readonly rows: readonly ExternalIdUsage[];
  readonly stale: boolean;
  readonly toExternalId: (externalId: string) => string;
}) {
  return (
    <Table label="Usage by external id" stale={stale}>
      <thead>
        <tr>
          <HeadCell>External id</HeadCell>
          <HeadCell align="end">Domains</HeadCell>
          <FigureHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.external_id}>
            <Cell>
              {row.external_id === '' ? (
                <span className={styles['none']}>Without an external id</span>
              ) : (
                <Link to={toExternalId(row.external_id)} className={styles['name']}>
                  {row.external_id}
                </Link>
              )}
            </Cell>
            <Cell label="Domains" align="end">
              {formatInteger(row.custom_domains)}
            </Cell>
            <FigureCells row={row} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function FigureHeads() {
  return (
    <>
      <HeadCell align="end">Requests</HeadCell>
      <HeadCell align="end">Received</HeadCell>
      <HeadCell align="end">Sent</HeadCell>
      <HeadCell align="end">Visitors</HeadCell>
    </>
  );
}

function FigureCells({
  row,
}: {
  readonly row: Pick<DomainUsage, 'requests' | 'bytes_in' | 'bytes_out' | 'visitors'>;
}) {
  return (
    <>
      <Cell label="Requests" align="end">
        {formatInteger(row.requests)}
      </Cell>
      <Cell label="Received" align="end" title={exactBytes(row.bytes_in)}>
        {formatBytes(row.bytes_in)}
      </Cell>
      <Cell label="Sent" align="end" title={exactBytes(row.bytes_out)}>
        {formatBytes(row.bytes_out)}
      </Cell>
      <Cell label="Visitors" align="end">
        {formatInteger(row.visitors)}
      </Cell>
    </>
  );
}

function exactBytes(bytes: number): string {
  return `${formatInteger(bytes)} bytes`;
}

function statisticsOf({ custom_domain_uuid: uuid, month }: DomainUsage): string {
  const lastDay = new Date(monthEnd(month) - 1).toISOString().slice(0, 10);
  return `/domains/${uuid}/requests?from=${month}-01&to=${lastDay}`;
}
