/** The usage of a month as a CSV file: all rows, whatever the page. */
import { writeCsv } from '../../csv/write-csv.ts';
import type { UsageView } from './usage-address.ts';
import { type ExternalIdUsage, fetchDomainCsv, fetchExternalIds } from './usage-queries.ts';

/** The most that the API gives at once. */
const perPage = 1000;

const columns = [
  'month',
  'external_id',
  'custom_domains',
  'requests',
  'bytes_in',
  'bytes_out',
  'visitors',
  'closed',
] as const satisfies readonly (keyof ExternalIdUsage)[];

export async function usageFile(
  accountUuid: string,
  view: UsageView,
): Promise<{ readonly name: string; readonly text: string }> {
  const { month, by } = view;
  if (by === 'domain') return { name: `usage-${month}.csv`, text: await fetchDomainCsv(accountUuid, view) };
  const rows: ExternalIdUsage[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await fetchExternalIds(accountUuid, { month, page, per_page: perPage });
    rows.push(...data);
    if (data.length === 0 || page * perPage >= pagination.count) break;
  }
  const cells = rows.map((row) =>
    columns.map((name) => (typeof row[name] === 'boolean' ? String(row[name]) : row[name])),
  );
  return { name: `usage-${month}-external-ids.csv`, text: writeCsv(columns, cells) };
}
