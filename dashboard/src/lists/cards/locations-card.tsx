/** Where visitors are: a world map and lists of countries, regions and cities. A place filters the page, and the list turns to the places inside it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Filter, FilterDimension } from '../../filters/filter.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { DbIp } from '../attribution.tsx';
import { useListColumn } from '../list-column.ts';
import { ListTabBar, ListTabPanel, ListTabs } from '../list-tabs.tsx';
import { QuietEmpty } from '../quiet-empty.tsx';
import { RankedList, RankedListSkeleton } from '../ranked-list.tsx';
import { cardRows, type ListCardProps, ListFoot } from '../ranked-list-card.tsx';
import { cities, countries, regions } from '../web-lists.ts';
import styles from './locations-card.module.css';

const WorldMap = lazy(async () => ({ default: (await import('../../map/world-map.tsx')).WorldMap }));

/** More than there are. */
const allCountries = 300;
const reports = [countries, regions, cities];

export function LocationsCard({ domainUuid, scope }: ListCardProps) {
  const { filters, searchOf } = useFilters('visitors');
  const navigate = useNavigate();
  const card = useRef<HTMLDivElement>(null);
  // The map is a quarter of the page's code, so it waits until it is about to be seen.
  const { ref: mapFrame, isInView } = useInView<HTMLDivElement>('60px');
  const country = onlyValue(filters, 'visit:country');
  const isInRegion = filters.some(
    ([, dimension]) => dimension === 'visit:region' || dimension === 'visit:city',
  );
  const usual = isInRegion ? cities : country === undefined ? countries : regions;
  // A chosen tab stays until a place filter is added or removed.
  const [chosen, setChosen] = useState({ slug: usual.slug, within: usual.slug });
  const slug = chosen.within === usual.slug ? chosen.slug : usual.slug;
  const report = reports.find((each) => each.slug === slug) ?? countries;
  const all = useQuery(countries.rowsQuery(domainUuid, scope, allCountries));
  const last = useListColumn(report, scope);
  const listed = useQuery(
    report.rowsQuery(domainUuid, last.scope, report === countries ? allCountries : cardRows, last.beside),
  );
  const rows = listed.data?.slice(0, cardRows);

  const shownBefore = useRef(usual.slug);
  useEffect(() => {
    // The focused row is gone, so the focus moves to the tab of the new list.
    if (shownBefore.current === usual.slug) return;
    shownBefore.current = usual.slug;
    if (document.activeElement !== document.body) return;
    card.current
      ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
      ?.focus({ preventScroll: true });
  }, [usual]);

  return (
    <div ref={card}>
      <ListTabs value={slug} onChange={(next) => setChosen({ slug: next, within: usual.slug })}>
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
              <div ref={mapFrame} className={styles['map']}>
                <Suspense
                  fallback={<div className={styles['waiting']} role="status" aria-label="Loading: map" />}
                >
                  {all.data === undefined || !isInView ? (
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
                      onOpen={(code) =>
                        void navigate({ search: searchOf(countries.filtersOf({ id: code, label: '' })) })
                      }
                    />
                  )}
                </Suspense>
              </div>
              <ListTabPanel>
                <div className={styles['room']}>
                  {rows === undefined ? (
                    listed.error ? (
                      <FailureNotice error={listed.error} onRetry={() => void listed.refetch()} />
                    ) : (
                      <RankedListSkeleton rows={cardRows} label={report.title} />
                    )
                  ) : rows.length === 0 ? (
                    <QuietEmpty title="No visitors in this period">
                      Countries, regions and cities are looked up from each visitor's network.
                    </QuietEmpty>
                  ) : (
                    <RankedList
                      report={report}
                      rows={rows}
                      stale={listed.isPlaceholderData}
                      shareOf="all visitors"
                      last={last}
                      searchOf={(row) => searchOf(report.filtersOf(row))}
                    />
                  )}
                </div>
                <ListFoot
                  report={report}
                  domainUuid={domainUuid}
                  scope={scope}
                  last={last}
                  note={<DbIp />}
                  hasRows={rows !== undefined && rows.length > 0}
                />
              </ListTabPanel>
            </div>
          </div>
        </Card>
      </ListTabs>
    </div>
  );
}

/** The single value that the filters allow for a dimension; undefined if there are more or none. */
function onlyValue(filters: readonly Filter[], wanted: FilterDimension): string | undefined {
  const values = filters.flatMap(([operation, dimension, named]) =>
    operation === 'is' && dimension === wanted ? named : [],
  );
  return values.length === 1 ? values[0] : undefined;
}
