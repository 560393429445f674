/** Looks at when the certificates expire that upstreams are shown. Source: docs/reference/domains.md ("Client certificates"). */
import { expiryOf } from '../../certificates/upstream-tls.ts';
import type { ControlDatabase, ControlQueries } from '../../control/database.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { commandName } from '../../core/program-files.ts';
import { warnedMs } from '../../core/unrenewed-certificate.ts';
import { type Finding, finding } from './finding.ts';

const check = 'client certificates';
const maxShown = 20;
/** Of upstreams read at once: each may have 64 KiB. */
const batchSize = 200;

type Shown = { readonly uuid: string; readonly host: string; readonly end: number };

/** Nothing to say where no upstream has one. */
export async function checkClientCertificates({ queries }: ControlDatabase, now: number): Promise<Finding[]> {
  const all = await readAll(queries);
  if (all.length === 0) return [];
  const ending = all.filter(({ end }) => end <= now + warnedMs).toSorted((one, other) => one.end - other.end);
  const expired = ending.filter(({ end }) => end <= now).length;
  const state = `${all.length} in use, ${ending.length - expired} of them within 14 days of expiry, ${expired} expired.`;
  return [
    finding(ending.length > 0 ? 'warning' : 'ok', check, state),
    ...ending.slice(0, maxShown).map((shown) => describe(shown, now)),
  ];
}

async function readAll(queries: ControlQueries): Promise<Shown[]> {
  const all: Shown[] = [];
  for (;;) {
    const rows = await queries
      .selectFrom('upstreams')
      .select(['uuid', 'host', 'tls_client_certificate'])
      .where('tls_client_certificate', '!=', '')
      .where('uuid', '>', all.at(-1)?.uuid ?? '')
      .orderBy('uuid')
      .limit(batchSize)
      .execute();
    for (const { uuid, host, tls_client_certificate: pem } of rows)
      all.push({ uuid, host, end: expiryOf(pem) ?? 0 });
    if (rows.length < batchSize) return all;
  }
}

function describe({ uuid, host, end }: Shown, now: number): Finding {
  const fix = `set a new one with "${commandName} upstream update ${uuid}".`;
  const at = formatTimestamp(end);
  return end <= now
    ? finding('problem', check, `The one for ${host} expired at ${at}, so visitors get 502: ${fix}`)
    : finding('warning', check, `The one for ${host} expires at ${at}. After that, visitors get 502: ${fix}`);
}
