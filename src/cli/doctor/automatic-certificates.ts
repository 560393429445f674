/**
 * Checks the automatic certificates: the account that orders them, hosts without one and why, orders that are due but
 * not made. Source: docs/reference/acme.md ("Watching it").
 */
import { authorityOf } from '../../acme/authorities.ts';
import { longestServerPauseMs } from '../../acme/back-off.ts';
import type { Config } from '../../config/config.ts';
import { AcmeAccountKeys } from '../../control/acme-account-keys.ts';
import { AcmeOrderBudget } from '../../control/acme-order-budget.ts';
import type { ControlDatabase } from '../../control/database.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { commandName } from '../../core/program-files.ts';
import { minuteMs } from '../../core/time.ts';
import {
  type AutomaticCertificate,
  AutomaticCertificateList,
} from '../../features/automatic-certificates/certificate-list.ts';
import { countQueued } from '../../features/automatic-certificates/order-queue.ts';
import { originOf } from '../../service/api-listener.ts';
import { orderForecastOf } from '../../service/certificate-issuance.ts';
import { acmePausedUntilMetric } from '../../telemetry/acme-paused-until.ts';
import { type Finding, finding } from './finding.ts';

const check = 'automatic certificates';
const maxShown = 20;
/** A service that runs takes up what is due within seconds, and a dead one's orders within two minutes. */
const overdueAfterMs = 10 * minuteMs;
const metricsTimeoutMs = 2_000;

/** Nothing to say where none are ordered. */
export async function checkAutomaticCertificates(
  config: Config,
  database: ControlDatabase,
  secretKeys: SecretKeys,
  clock: Clock,
): Promise<Finding[]> {
  const { acme, edge } = config;
  if (!acme) return [];
  const list = new AutomaticCertificateList({ database });
  const accounts = new AcmeAccountKeys(database, clock, secretKeys);
  const registered = await Promise.all(
    acme.authorities.map(async ({ directoryUrl, externalAccount }) => {
      const name = acme.authorities.length > 1 ? ` ${new URL(directoryUrl).host}` : '';
      return [
        describeAccount(await accounts.findUrl(directoryUrl, externalAccount?.keyId ?? ''), name),
        ...describeImported(await accounts.findImportedUrls(directoryUrl), name),
      ];
    }),
  );
  return [
    ...registered.flat(),
    ...(edge.publicHostname === undefined
      ? []
      : [describeOwn(edge.publicHostname, await list.find(edge.publicHostname), clock.now())]),
    ...(await describeAddresses(acme.addresses, list, clock.now())),
    ...(await describePauses(config)),
    ...(await describeQueue(config, database, clock.now())),
    ...(await describeAll(list, clock.now())),
  ];
}

/** Only the process that runs knows when it asks a failed authority again; without one there is nothing to say. */
async function describePauses({ api }: Config): Promise<Finding[]> {
  const pauses = await readPauses(`${originOf(api.host, api.port)}/metrics`).catch(() => []);
  return pauses.map(([authority, until]) =>
    finding(
      'warning',
      check,
      `${authority} failed, as the log says: the service asks it again at ${formatTimestamp(until)}, when one order shows whether it is back.`,
    ),
  );
}

async function readPauses(url: string): Promise<(readonly [authority: string, until: number])[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(metricsTimeoutMs) });
  if (!answer.ok) return [];
  const line = new RegExp(`^${acmePausedUntilMetric}\\{authority="([^"]*)"\\} (\\S+)$`, 'gm');
  return [...(await answer.text()).matchAll(line)]
    .map(([, authority = '', seconds]) => [authority, Number(seconds) * 1000] as const)
    .filter(([, until]) => until > 0);
}

/** `name`: of the authority, where there are several. */
function describeAccount(url: string | null | undefined, name: string): Finding {
  const account = `account with the authority${name}`;
  if (url === undefined) return finding('ok', account, 'None yet; the first order makes it.');
  if (url !== null)
    return finding(
      'ok',
      account,
      `Registered: ${url}. CAA records that name an account (accounturi) have to name this one.`,
    );
  return finding(
    'warning',
    account,
    'Its key is made, but the authority has not registered it: the next order tries again, and the log says why it refuses.',
  );
}

function describeImported(urls: readonly string[], name: string): Finding[] {
  if (urls.length === 0) return [];
  return [
    finding(
      'ok',
      `imported accounts with the authority${name}`,
      `${urls.slice(0, maxShown).join(', ')}${urls.length > maxShown ? ', …' : ''}. CAA records that name an account have to name the one that the host's certificate was imported with.`,
    ),
  ];
}

async function describeQueue(config: Config, database: ControlDatabase, now: number): Promise<Finding[]> {
  const { acme } = config;
  const waiting = await countQueued(database.queries);
  const forecast = orderForecastOf(config, { acmeOrderBudget: new AcmeOrderBudget(database) });
  if (!acme || !forecast || waiting === 0) return [];
  const { startMs, everyMs } = await forecast(now);
  const lastAt = Math.max(now, startMs + waiting * everyMs);
  const forms = acme.authorities.flatMap(({ directoryUrl }) => {
    const { name, limitsForm } = authorityOf(directoryUrl) ?? {};
    return limitsForm === undefined ? [] : [` ${name} takes more on request: ${limitsForm}.`];
  });
  return [
    finding(
      'warning',
      'order budget',
      `${waiting} ${waiting === 1 ? 'host waits' : 'hosts wait'} until the account may order again, ${acme.ordersPer3h} in 3 hours; the last turn comes about ${formatTimestamp(lastAt)}.${[...new Set(forms)].join('')} Raise NAMEPLATE_ACME_ORDERS_PER_3H to what the authority allows.`,
    ),
  ];
}

/** `addresses` undefined: they are to have none. */
async function describeAddresses(
  addresses: readonly string[] | undefined,
  list: AutomaticCertificateList,
  now: number,
): Promise<Finding[]> {
  const name = 'certificate of an address';
  if (addresses?.length === 0)
    return [
      finding(
        'warning',
        name,
        'None: NAMEPLATE_ACME_ADDRESS_CERTIFICATES is true, but NAMEPLATE_EDGE_ADDRESSES is not set.',
      ),
    ];
  return await Promise.all(
    (addresses ?? []).map(async (address) => describeOwn(address, await list.find(address), now, name)),
  );
}

function describeOwn(
  host: string,
  own: AutomaticCertificate | undefined,
  now: number,
  name = 'certificate of the edge',
): Finding {
  if (own?.expiresAt && own.expiresAt > now)
    return finding('ok', name, `${host} has one until ${formatTimestamp(own.expiresAt)}.`);
  if (own?.lastError) return finding('warning', name, `${host} has none: ${own.lastError}`);
  return finding('ok', name, `${host} has none yet; a service that runs orders it.`);
}

async function describeAll(list: AutomaticCertificateList, now: number): Promise<Finding[]> {
  const { valid, expired, missing, failing } = (await list.totals(now)).byState;
  const state = `${valid} hosts have one, ${missing} have none yet, ${expired} have one that has expired; the last attempt of ${failing} failed.`;
  const failures = await list.failing(maxShown);
  const overdue = await list.overdue(now - overdueAfterMs, maxShown);
  return [
    finding(failing + expired > 0 ? 'warning' : 'ok', check, state),
    ...failures.map(describeFailure),
    ...(overdue.length === 0 ? [] : [describeOverdue(overdue, await list.lastFailedAt(), now)]),
  ];
}

function describeFailure({ host, failures, lastError, nextAttemptAt }: AutomaticCertificate): Finding {
  const reason = (lastError ?? 'for a reason that is not known').replace(/[.\s]+$/, '');
  return finding(
    'warning',
    check,
    `${host}: ${reason} (${failures} attempts; the next one ${formatTimestamp(nextAttemptAt)}, or at once with "${commandName} certificate issue ${host}").`,
  );
}

function describeOverdue(
  [first, ...others]: readonly AutomaticCertificate[],
  lastFailedAt: number | null,
  now: number,
): Finding {
  const until = (lastFailedAt ?? 0) + longestServerPauseMs;
  const which = others.length === 0 ? `${first?.host} is` : `${first?.host} and ${others.length} more are`;
  const more = others.length + 1 === maxShown ? ' at least' : '';
  return finding(
    'warning',
    check,
    until > now
      ? `${which}${more} due for more than 10 minutes and not ordered. If the authority failed, as the log says, the service asks it again at ${formatTimestamp(until)} at the latest; otherwise start the service.`
      : `${which}${more} due for more than 10 minutes and not ordered: start the service, or look in its log for a refusal of the authority.`,
  );
}
