/** Where people are: the world as a map and a list, the regions and cities of a country, and the cities of a region. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { countryName } from '../../map/country-name.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { DbIp } from '../attribution.tsx';
import { ListTabBar, ListTabPanel, ListTabs } from '../list-tabs.tsx';
import { QuietEmpty } from '../quiet-empty.tsx';
import { RankedList, RankedListSkeleton } from '../ranked-list.tsx';
import { cardRows, type ListCardProps, ListFoot } from '../ranked-list-card.tsx';
import { mostRows, type RankedRow } from '../ranked-report.ts';
import { cities, citiesOf, countries, regions } from '../web-lists.ts';
import { countryOf, rowsOfPlace } from '../within-country.ts';
import styles from './locations-card.module.css';
import { PlaceTrail } from './place-trail.tsx';

const WorldMap = lazy(async () => ({ default: (await import('../../map/world-map.tsx')).WorldMap }));

/** More than there are. */
const allCountries = 300;
const reports = [countries, regions, cities];
/** Of the way back to where a place was opened. */
const wayBack = '[data-back]';
const buttonOf = (code: string): string => `[data-row="${CSS.escape(code)}"] button`;

export function LocationsCard({ domainUuid, range }: ListCardProps) {
  const [slug, setSlug] = useState(countries.slug);
  const [country, setCountry] = useState<string>();
  const [region, setRegion] = useState<RankedRow>();
  const card = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  const report = useMemo(
    () =>
      region === undefined ? (reports.find((each) => each.slug === slug) ?? countries) : citiesOf(region.id),
    [region, slug],
  );
  const all = useQuery(countries.rowsQuery(domainUuid, range, allCountries));
  const listed = useQuery(
    report === countries
      ? countries.rowsQuery(domainUuid, range, allCountries)
      : // Which of them are in a country is known only when all are there; a region's come alone.
        report.rowsQuery(
          domainUuid,
          range,
          country === undefined || region !== undefined ? cardRows : mostRows,
        ),
  );
  const countryLabel = country === undefined ? undefined : nameOf(country, all.data);
  const name = region?.label ?? countryLabel;
  const rows = listed.data && rowsOfPlace(listed.data, country, region?.id);
  /** The trail takes the place of a row. */
  const room = name === undefined ? cardRows : cardRows - 1;
  const isWaiting = rows === undefined && !listed.error;

  const openCountry = (code: string): void => {
    focusNext.current = wayBack;
    setCountry(code);
    setRegion(undefined);
    if (slug === countries.slug) setSlug(regions.slug);
  };
  const openRegion = (row: RankedRow): void => {
    focusNext.current = wayBack;
    setCountry(countryOf(row.id));
    setRegion(row);
  };
  const backToCountry = (): void => {
    if (region !== undefined) focusNext.current = buttonOf(region.id);
    setRegion(undefined);
  };
  const turnTo = (next: string): void => {
    setSlug(next);
    setRegion(undefined);
    if (next === countries.slug) setCountry(undefined);
  };
  const backToWorld = (): void => {
    if (country !== undefined) focusNext.current = buttonOf(country);
    turnTo(countries.slug);
  };
  useEffect(() => {
    // What was pressed is gone; who uses the keyboard goes on where it led, and comes back to it.
    const { current: wanted } = focusNext;
    if (wanted === undefined) return;
    const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
    const place = find(wanted) ?? (isWaiting ? undefined : find('[role="tab"][data-active]'));
    if (!place) return;
    focusNext.current = undefined;
    place.focus({ preventScroll: true });
  }, [country, region, isWaiting]);

  return (
    <div ref={card}>
      <ListTabs
        value={report.slug}
        onChange={(next) => {
          // The focus is on the tab and stays there.
          focusNext.current = undefined;
          turnTo(next);
        }}
      >
        <Card
          title="Locations"
          flush
          actions={
            <ListTabBar
              label="Locations"
              tabs={reports.map(({ slug: value, tab: label }) => ({ value, label }))}
            />
          }
        >
          <div className={styles['frame']}>
            <div className={styles['columns']}>
              <div className={styles['map']}>
                <Suspense
                  fallback={<div className={styles['waiting']} role="status" aria-label="Loading: map" />}
                >
                  {all.data === undefined ? (
                    <div className={styles['waiting']} />
                  ) : (
                    <WorldMap
                      rows={all.data
                        .filter(({ id }) => id !== '')
                        .map(({ id, label, count, percentage }) => ({
                          code: id,
                          name: label,
                          count,
                          percentage,
                        }))}
                      unit="visitors"
                      stale={all.isPlaceholderData}
                      selected={country}
                      onOpen={openCountry}
                    />
                  )}
                </Suspense>
              </div>
              <ListTabPanel value={report.slug}>
                {name === undefined ? null : (
                  <PlaceTrail
                    steps={[
                      { name: 'World', onOpen: backToWorld },
                      ...(region === undefined || countryLabel === undefined
                        ? []
                        : [{ name: countryLabel, onOpen: backToCountry }]),
                    ]}
                    here={name}
                  />
                )}
                <div className={styles['room']} data-trail={name !== undefined || undefined}>
                  {rows === undefined ? (
                    listed.error ? (
                      <FailureNotice error={listed.error} onRetry={() => void listed.refetch()} />
                    ) : (
                      <RankedListSkeleton rows={room} label={report.title} />
                    )
                  ) : rows.length === 0 ? (
                    <NoPlaces
                      what={report.title.toLowerCase()}
                      country={countryLabel}
                      region={region?.label}
                    />
                  ) : (
                    <RankedList
                      // In one country its code at every row says nothing.
                      report={name === undefined ? report : { ...report, kind: 'tag' }}
                      rows={rows.slice(0, room)}
                      stale={listed.isPlaceholderData}
                      shareOf={name === undefined ? 'all visitors' : `visitors from ${name}`}
                      onOpen={
                        report.kind === 'region'
                          ? openRegion
                          : country === undefined
                            ? ({ id }) => openCountry(countryOf(id))
                            : undefined
                      }
                    />
                  )}
                </div>
                <ListFoot
                  report={report}
                  domainUuid={domainUuid}
                  range={range}
                  note={<DbIp />}
                  hasRows={rows !== undefined && rows.length > 0}
                  country={country}
                  region={region?.id}
                />
              </ListTabPanel>
            </div>
          </div>
        </Card>
      </ListTabs>
    </div>
  );
}

function NoPlaces({
  what,
  country,
  region,
}: {
  readonly what: string;
  readonly country: string | undefined;
  readonly region: string | undefined;
}) {
  if (region !== undefined || country === undefined) {
    return (
      <QuietEmpty title="No visitors in this period">
        {region === undefined
          ? 'Countries, regions and cities are found by the network that people come from.'
          : `Nobody was in ${region} on these days.`}
      </QuietEmpty>
    );
  }
  return (
    <QuietEmpty title={`No ${what} known`}>
      The networks of these visitors are known to be in {country}, and no closer.
    </QuietEmpty>
  );
}

function nameOf(country: string, rows: readonly { id: string; label: string }[] | undefined): string {
  return rows?.find(({ id }) => id === country)?.label ?? countryName(country);
}
