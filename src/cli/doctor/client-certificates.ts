/** Looks at when the certificates expire that upstreams are shown. Source: docs/reference/domains.md ("Client certificates"). */
import { expiryOf } from '../../certificates/upstream-tls.ts';
import type { ControlDatabase } from '../../control/database.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { dayMs } from '../../core/time.ts';
import { type Finding, finding } from './finding.ts';

const check = 'client certificates';
const warnedDays = 14;
const maxShown = 20;

/** Nothing to say where no upstream has one. */
export async function checkClientCertificates({ queries }: ControlDatabase, now: number): Promise<Finding[]> {
  const rows = await queries
    .selectFrom('upstreams')
    .select(['uuid', 'host', 'tls_client_certificate'])
    .where('tls_client_certificate', '!=', '')
    .execute();
  if (rows.length === 0) return [];
  const ending = rows
    .map(({ uuid, host, tls_client_certificate: pem }) => ({ uuid, host, end: expiryOf(pem) ?? 0 }))
    .filter(({ end }) => end <= now + warnedDays * dayMs)
    .toSorted((one, other) => one.end - other.end);
  if (ending.length === 0)
    return [finding('ok', check, `${rows.length}, none of them expires within ${warnedDays} days.`)];
  return ending
    .slice(0, maxShown)
    .map(({ uuid, host, end }) =>
      finding(
        end <= now ? 'problem' : 'warning',
        check,
        `That of ${host} (upstream ${uuid}) ${end <= now ? 'expired' : 'expires'} at ${formatTimestamp(end)}. From then on, visitors get 502: set a new one with "nameplate upstream update".`,
      ),
    );
}
