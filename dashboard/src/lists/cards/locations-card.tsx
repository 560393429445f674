/** Where people are: the world as a map and a list, and the regions and cities of a country when one is opened. */
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { countryName } from '../../map/country-name.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { DbIp } from '../attribution.tsx';
import { ListTabBar, ListTabPanel, ListTabs } from '../list-tabs.tsx';
import { QuietEmpty } from '../quiet-empty.tsx';
import { RankedList, RankedListSkeleton } from '../ranked-list.tsx';
import { cardRows, type ListCardProps, ListFoot } from '../ranked-list-card.tsx';
import { mostRows } from '../ranked-report.ts';
import { cities, countries, regions } from '../web-lists.ts';
import { withinCountry } from '../within-country.ts';
import styles from './locations-card.module.css';

const WorldMap = lazy(async () => ({ default: (await import('../../map/world-map.tsx')).WorldMap }));

/** More than there are. */
const allCountries = 300;
const reports = [countries, regions, cities];

export function LocationsCard({ domainUuid, range }: ListCardProps) {
  const [slug, setSlug] = useState(countries.slug);
  const [country, setCountry] = useState<string>();
  const card = useRef<HTMLDivElement>(null);
  const returnTo = useRef<string>(undefined);
  const report = reports.find((each) => each.slug === slug) ?? countries;
  const all = useQuery(countries.rowsQuery(domainUuid, range, allCountries));
  const listed = useQuery(
    report === countries
      ? countries.rowsQuery(domainUuid, range, allCountries)
      : // Which of them are in a country is known only when all are there.
        report.rowsQuery(domainUuid, range, country === undefined ? cardRows : mostRows),
  );
  const name = country === undefined ? undefined : nameOf(country, all.data);
  const rows =
    country === undefined || listed.data === undefined ? listed.data : withinCountry(listed.data, country);

  const open = (code: string): void => {
    returnTo.current = code;
    setCountry(code);
    if (report === countries) setSlug(regions.slug);
  };
  const close = (): void => {
    setCountry(undefined);
    setSlug(countries.slug);
  };
  useEffect(() => {
    // The row that was pressed is gone; who uses the keyboard goes on where it led, and comes back to it.
    const { current: last } = returnTo;
    if (last === undefined) return;
    const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
    const place =
      country === undefined
        ? (find(`[data-row="${CSS.escape(last)}"] button`) ?? find('[role="tab"][data-active]'))
        : find('[data-back]');
    place?.focus({ preventScroll: true });
  }, [country]);

  return (
    <div ref={card}>
      <ListTabs value={report.slug} onChange={(next) => (next === countries.slug ? close() : setSlug(next))}>
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
                      onOpen={open}
                    />
                  )}
                </Suspense>
              </div>
              <ListTabPanel value={report.slug}>
                {name === undefined ? null : (
                  <nav aria-label="Place" className={styles['trail']}>
                    <button type="button" data-back className={styles['back']} onClick={close}>
                      World
                    </button>
                    <ChevronRight size={14} aria-hidden />
                    <span aria-current="location">{name}</span>
                  </nav>
                )}
                <div className={styles['room']} data-trail={name !== undefined || undefined}>
                  {rows === undefined ? (
                    listed.error ? (
                      <FailureNotice error={listed.error} onRetry={() => void listed.refetch()} />
                    ) : (
                      <RankedListSkeleton rows={cardRows} label={report.title} />
                    )
                  ) : rows.length === 0 ? (
                    <QuietEmpty
                      title={
                        name === undefined
                          ? 'No visitors in this period'
                          : `No ${report.title.toLowerCase()} known`
                      }
                    >
                      {name === undefined
                        ? 'Countries, regions and cities are found by the network that people come from.'
                        : `The networks of these visitors are known to be in ${name}, and no closer.`}
                    </QuietEmpty>
                  ) : (
                    <RankedList
                      // In one country its code at every row says nothing.
                      report={name === undefined ? report : { ...report, kind: 'tag' }}
                      rows={rows.slice(0, name === undefined ? cardRows : cardRows - 1)}
                      stale={listed.isPlaceholderData}
                      shareOf={name === undefined ? 'all visitors' : `visitors from ${name}`}
                      onOpen={country === undefined ? ({ id }) => open(id.slice(0, 2)) : undefined}
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
                />
              </ListTabPanel>
            </div>
          </div>
        </Card>
      </ListTabs>
    </div>
  );
}

function nameOf(country: string, rows: readonly { id: string; label: string }[] | undefined): string {
  return rows?.find(({ id }) => id === country)?.label ?? countryName(country);
}
