/** A summary of the domains, below the heading. */
import { formatInteger } from '../../format/numbers.ts';
import type { CustomDomain } from './domain-queries.ts';
import { isConnected } from './is-connected.ts';

export function DomainsSummary({
  rows,
  count,
  isFiltered,
}: {
  readonly rows: readonly CustomDomain[];
  /** Of the whole list. */
  readonly count: number;
  readonly isFiltered: boolean;
}) {
  const counted = `${formatInteger(count)} ${count === 1 ? 'domain' : 'domains'}`;
  if (isFiltered) return <span role="status">{counted} found</span>;
  // How the others stand is known only when all are on this page.
  if (count !== rows.length) return counted;
  const connected = rows.filter(isConnected).length;
  const wrong = rows.filter(({ status }) => status === 'dns_records_not_found').length;
  return [
    counted,
    `${formatInteger(connected)} connected`,
    ...(wrong === 0 ? [] : [`${formatInteger(wrong)} ${wrong === 1 ? 'needs' : 'need'} DNS records`]),
  ].join(' · ');
}
