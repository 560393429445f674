/** The title of a list of places in a country, or in one of its regions; earlier steps lead back. */
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { mostRows } from '../../lists/ranked-report.ts';
import { regions } from '../../lists/web-lists.ts';
import { countryName } from '../../map/country-name.ts';
import { withoutView } from './use-report-view.ts';

export function PlaceTitle({
  domainUuid,
  range,
  pathname,
  title,
  country,
  region,
}: {
  readonly domainUuid: string;
  /** UTC days, both included; the region's name is that of these days. */
  readonly range: { readonly from: string; readonly to: string };
  /** Of the list, wherever its places are. */
  readonly pathname: string;
  readonly title: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 3166-2. */
  readonly region: string | undefined;
}) {
  const { search } = useLocation();
  const named = useQuery({
    ...regions.rowsQuery(domainUuid, range, mostRows),
    enabled: region !== undefined,
  });
  return (
    <>
      <Link to={{ pathname, search: withoutView(search) }}>{title}</Link>
      <ChevronRight size={15} aria-label="in" />
      {region === undefined ? (
        countryName(country)
      ) : (
        <>
          <Link to={{ pathname, search: withoutView(search, country) }}>{countryName(country)}</Link>
          <ChevronRight size={15} aria-label="in" />
          {named.data?.find(({ id }) => id === region)?.label ?? region}
        </>
      )}
    </>
  );
}
