/** The custom domains of an account that grew and shrank most, and those that are too new to say. Source: docs/reference/overview.md. */
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import {
  changeOf,
  comparedBy,
  domainTraffic,
  knownBefore,
  weeksBefore,
} from '../../analytics/reports/domain-traffic.ts';
import { formatDay } from '../../core/date-range.ts';
import type { CustomDomains } from '../custom-domains/custom-domain-store.ts';

/** In each of the lists. */
const shown = 5;

type Compared = { readonly uuid: string; readonly count: number; readonly before: number };

/** As it is on the wire. */
export async function readGrowth(
  customDomains: Pick<CustomDomains, 'listUuids' | 'findMany'>,
  analytics: ReportStore,
  accountUuid: string,
  now: number,
): Promise<Record<string, unknown>> {
  const weeks = weeksBefore(now);
  const traffic = await domainTraffic(analytics, await customDomains.listUuids(accountUuid), weeks);
  const by = comparedBy(traffic.values());
  const compared = [...traffic].map(([uuid, numbers]): Compared => {
    const count = numbers[by];
    return { uuid, count, before: count - changeOf(numbers, by) };
  });
  const known = await knownBefore(
    analytics,
    compared.map(({ uuid }) => uuid),
    weeks.before.from,
  );
  const old = compared.filter(({ uuid }) => known.has(uuid));
  const fresh = compared.filter(({ uuid, count }) => !known.has(uuid) && count > 0);
  const growing = old.filter((one) => change(one) > 0).toSorted(byMost(change));
  const shrinking = old.filter((one) => change(one) < 0).toSorted(byMost((one) => -change(one)));
  const lists = {
    growing: growing.slice(0, shown),
    shrinking: shrinking.slice(0, shown),
    new: fresh.toSorted(byMost(({ count }) => count)).slice(0, shown),
  };
  const domains = await customDomains.findMany(
    accountUuid,
    Object.values(lists).flatMap((list) => list.map(({ uuid }) => uuid)),
  );
  const hosts = new Map(domains.map(({ uuid, host }) => [uuid, host]));
  const toWire = (list: readonly Compared[]) =>
    list.flatMap(({ uuid, count, before }) => {
      const host = hosts.get(uuid);
      // One that was deleted meanwhile is left out.
      return host === undefined ? [] : [{ custom_domain_uuid: uuid, host, count, before }];
    });
  return {
    metric: by,
    from: formatDay(weeks.last.from),
    to: formatDay(weeks.last.to),
    compared_from: formatDay(weeks.before.from),
    compared_to: formatDay(weeks.before.to),
    growing: toWire(lists.growing),
    shrinking: toWire(lists.shrinking),
    new: toWire(lists.new),
  };
}

function change({ count, before }: Compared): number {
  return count - before;
}

function byMost(value: (one: Compared) => number): (one: Compared, other: Compared) => number {
  return (one, other) => value(other) - value(one) || (one.uuid < other.uuid ? -1 : 1);
}
