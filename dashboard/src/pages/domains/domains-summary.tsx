/** A summary of the domains, below the heading. */
import type { components } from '../../../../client/src/openapi.ts';
import { formatInteger } from '../../format/numbers.ts';
import type { CustomDomain } from './domain-queries.ts';
import { isConnected } from './is-connected.ts';

export function DomainsSummary({
  page: { data, pagination },
  isFiltered,
}: {
  readonly page: {
    readonly data: readonly CustomDomain[];
    readonly pagination: components['schemas']['Pagination'];
  };
  readonly isFiltered: boolean;
}) {
  const { count } = pagination;
  const counted = `${formatInteger(count)} ${count === 1 ? 'domain' : 'domains'}`;
  if (isFiltered) return <span role="status">{counted} found</span>;
  // How the others stand is known only when all are on this page.
  if (count !== data.length) return counted;
  const connected = data.filter(isConnected).length;
  const wrong = data.filter(({ status }) => status === 'dns_records_not_found').length;
  return [
    counted,
    `${formatInteger(connected)} connected`,
    ...(wrong === 0 ? [] : [`${formatInteger(wrong)} ${wrong === 1 ? 'needs' : 'need'} DNS records`]),
  ].join(' · ');
}
