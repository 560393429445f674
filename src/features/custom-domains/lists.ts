/**
 * Lists of custom domains, also by their traffic, which only the analytics store knows: what matches is read from the control store,
 * counted there in one statement, and put in order here. Source: docs/reference/domains.md ("Filters").
 */
import {
  changeOf,
  comparedBy,
  type DomainTraffic,
  domainTraffic,
  weeksBefore,
} from '../../analytics/reports/domain-traffic.ts';
import type { ApiParts } from '../../api/parts.ts';
import { withinLimits } from '../../api/query-request.ts';
import { pageOfList } from '../../core/page.ts';
import type { ListQuery } from '../../kernel/resource-routes.ts';
import type { customDomainDefinitions } from '../../resources/custom-domain.ts';
import { type TrafficSort, trafficSorts } from '../../resources/definition.ts';
import { type CustomDomain, type CustomDomainQuery, CustomDomains } from './custom-domain-store.ts';

export type DomainListQuery = ListQuery<typeof customDomainDefinitions> &
  Pick<CustomDomainQuery, 'accountUuid'>;
type Listed = {
  readonly entities: readonly CustomDomain[];
  readonly count: number;
  /** Of these and others, where the list was put together by it. */
  readonly traffic: ReadonlyMap<string, DomainTraffic> | undefined;
};
/** Everywhere the order of what has as much. */
const newestFirst = { field: 'created_at', direction: 'desc' } as const;

export class CustomDomainLists {
  readonly #parts: Pick<ApiParts, 'store' | 'analytics' | 'clock'>;

  constructor(parts: Pick<ApiParts, 'store' | 'analytics' | 'clock'>) {
    this.#parts = parts;
  }

  /** One page, and the count of all that match. Errors: `query_too_expensive`. */
  async list({ traffic, sort, limit, offset, cursor, ...filters }: DomainListQuery): Promise<Listed> {
    const customDomains = new CustomDomains(this.#parts.store);
    const { accountUuid } = filters;
    const range = { limit, offset, cursor };
    const { field, direction } = sort;
    const byTraffic = trafficSorts.find((name) => name === field);
    // One of the two is undefined.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const stored = byTraffic ? newestFirst : ({ field, direction } as CustomDomainQuery['sort']);
    if (traffic === undefined && byTraffic === undefined) {
      const { domains, count } = await customDomains.list({ ...filters, sort: stored, ...range });
      return { entities: domains, count, traffic: undefined };
    }
    const matching = await customDomains.listMatching({ ...filters, sort: stored });
    const counted = await this.trafficOf(accountUuid, matching);
    const wanted =
      traffic === undefined
        ? matching
        : matching.filter((uuid) => (counted.get(uuid)?.requests ?? 0) > 0 === (traffic === 'some'));
    const ordered = byTraffic ? inOrder(wanted, counted, { field: byTraffic, direction }) : wanted;
    const page = pageOfList(range, ordered, (uuid) => uuid);
    const entities = await customDomains.findMany(accountUuid, page);
    return { entities, count: ordered.length, traffic: counted };
  }

  /** Of custom domains of the account, by uuid; those without any are not there. Errors: `query_too_expensive`. */
  trafficOf(accountUuid: string, uuids: readonly string[]): Promise<Map<string, DomainTraffic>> {
    const { analytics, clock } = this.#parts;
    return withinLimits(
      () => domainTraffic(analytics.forAccount(accountUuid), uuids, weeksBefore(clock.now())),
      'add a filter of custom domains, or sort by something else',
    );
  }
}

/** By traffic; those that have as much stay in order. */
export function inOrder(
  uuids: readonly string[],
  counted: ReadonlyMap<string, DomainTraffic>,
  { field, direction }: { readonly field: TrafficSort; readonly direction: 'asc' | 'desc' },
): string[] {
  const metric = comparedBy(counted.values());
  const sign = direction === 'asc' ? 1 : -1;
  const placeOf = (uuid: string): number => {
    const traffic = counted.get(uuid);
    if (traffic === undefined) return 0;
    return sign * (field === 'change' ? changeOf(traffic, metric) : traffic[field]);
  };
  // Most of a million domains had nothing, and are in order already.
  const placed = uuids.map((uuid) => ({ uuid, place: placeOf(uuid) }));
  const sorted = placed.filter(({ place }) => place !== 0).toSorted((one, other) => one.place - other.place);
  return [
    ...sorted.filter(({ place }) => place < 0),
    ...placed.filter(({ place }) => place === 0),
    ...sorted.filter(({ place }) => place > 0),
  ].map(({ uuid }) => uuid);
}
