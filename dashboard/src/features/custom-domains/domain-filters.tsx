/** What the list of domains is filtered by; the address keeps it. Source: docs/reference/domains.md ("Filters"). */
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { SortSelect } from '../../ui/sort-select.tsx';
import { overviewQuery } from '../attention/overview-query.ts';
import { verdictLooks } from '../attention/verdict-badge.tsx';
import { upstreamChoicesQuery, upstreamOrigin } from '../upstreams/upstream-queries.ts';

type Option = { readonly value: string; readonly label: string };
export type DomainFilter = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** The value that the address has; empty for none. */
  readonly value: string;
};

const ready: readonly Option[] = [
  { value: '', label: 'All domains' },
  { value: 'true', label: 'Ready' },
  { value: 'false', label: 'Not ready' },
];
const certificates: readonly Option[] = [
  { value: '', label: 'Any certificate' },
  { value: 'failing', label: 'Failing' },
  { value: 'missing', label: 'Missing' },
  { value: 'expiring', label: 'Expiring' },
  { value: 'valid', label: 'Valid' },
];
const records: readonly Option[] = [
  { value: '', label: 'Any DNS' },
  { value: 'dns_records_found', label: 'DNS found' },
  { value: 'dns_records_not_found', label: 'DNS not found' },
  { value: 'pending_check', label: 'DNS not checked' },
];
const reachable: readonly Option[] = [
  { value: '', label: 'Reachable or not' },
  { value: 'direct', label: 'Reachable' },
  { value: 'proxied', label: 'Reachable through a CDN' },
  { value: 'no', label: 'Not reachable' },
];
const traffic: readonly Option[] = [
  { value: '', label: 'Any traffic' },
  { value: 'some', label: 'Requests in 7 days' },
  { value: 'none', label: 'No requests in 7 days' },
];
const verdictOrder = ['broken', 'attention', 'healthy', 'setting_up', 'unknown'] as const;

/** By the API's names of its filters; a value that isn't one of the options is none. */
export function useDomainFilters(filterOf: (name: string) => string): readonly DomainFilter[] {
  const accountUuid = useAccountUuid();
  const counts = useQuery(overviewQuery(accountUuid)).data?.custom_domains;
  const upstreams = useQuery(upstreamChoicesQuery(accountUuid)).data?.records;
  const verdicts = verdictOrder.map((value) => ({
    value,
    label: `${verdictLooks[value].text}${counts === undefined ? '' : ` (${formatInteger(counts[value])})`}`,
  }));
  const upstreamUuid = filterOf('upstream_uuid');
  const known = upstreams?.map((one) => ({ value: one.uuid, label: upstreamOrigin(one) })) ?? [];
  const isKnown = upstreamUuid === '' || known.some(({ value }) => value === upstreamUuid);
  const filters: readonly Omit<DomainFilter, 'value'>[] = [
    { name: 'ready', label: 'Show', options: ready },
    { name: 'verdict', label: 'Verdict', options: [{ value: '', label: 'Any verdict' }, ...verdicts] },
    { name: 'certificate_state', label: 'Certificate', options: certificates },
    { name: 'status', label: 'DNS', options: records },
    { name: 'reachable', label: 'Reachable', options: reachable },
    {
      name: 'upstream_uuid',
      label: 'Upstream',
      options: [
        { value: '', label: 'Any upstream' },
        // Until they are loaded, and where there are more than can be chosen from.
        ...(isKnown || !/^[0-9a-f-]{36}$/.test(upstreamUuid)
          ? []
          : [{ value: upstreamUuid, label: 'One upstream' }]),
        ...known,
      ],
    },
    { name: 'traffic', label: 'Traffic', options: traffic },
  ];
  return filters.map(({ name, label, options }) => {
    const given = filterOf(name);
    return { name, label, options, value: options.find(({ value }) => value === given)?.value ?? '' };
  });
}

export function DomainFilters({
  filters,
  onChange,
}: {
  readonly filters: readonly DomainFilter[];
  readonly onChange: (name: string, value: string) => void;
}) {
  return filters.map(({ name, label, value, options }) => (
    <SortSelect
      key={name}
      label={label}
      icon={<ListFilter size={15} aria-hidden />}
      value={value}
      options={options}
      onChange={(chosen) => onChange(name, chosen)}
    />
  ));
}
