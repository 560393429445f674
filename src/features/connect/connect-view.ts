/** The connect page as HTML: what is to be done, what is done, and the statistics. Source: docs/reference/connect-page.md. */
import { getDomain } from 'tldts';
import type { DnsRecord, OwnershipStatus } from '../../core/custom-domain.ts';
import { type Html, html } from '../../core/html.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { withoutWildcard } from '../../core/wildcard-host.ts';
import { type Brand, brandHeader } from './brand-header.ts';
import type { Statistics } from './domain-statistics.ts';
import type { DnsProvider } from './provider-hints.ts';
import { statisticsView } from './statistics-view.ts';

/** Of an automatic certificate that is not there yet. */
export type CertificateOrder = {
  /** Why the last attempt failed; null before it. */
  readonly lastError: string | null;
  readonly lastErrorCode: OrderFailureCode | null;
  /** UTC, as people write it; undefined: any moment. */
  readonly nextAttemptAt: string | undefined;
};

export type ConnectView = {
  readonly host: string;
  readonly brand: Brand;
  readonly records: readonly DnsRecord[];
  readonly found: readonly DnsRecord[];
  readonly problems: readonly string[];
  readonly status: 'pending_check' | 'dns_records_found' | 'dns_records_not_found';
  readonly ownership: OwnershipStatus;
  readonly ready: boolean;
  /** UTC, as people write it; undefined before the first check. */
  readonly checkedAt: string | undefined;
  /** UTC; undefined while there is no certificate. */
  readonly certificateUntil: string | undefined;
  /** Undefined while none is ordered. */
  readonly order: CertificateOrder | undefined;
  /** Whether the account has to upload one, as none is ordered. */
  readonly needsUpload: boolean;
  readonly provider: DnsProvider | undefined;
  readonly expiresAt: string;
  readonly checkPath: string;
  readonly statistics: Statistics | undefined;
};

export function connectMain(view: ConnectView): Html {
  const { host, brand, status, certificateUntil, ownership, ready } = view;
  const isOwned = ownership === 'verified';
  const isFound = status === 'dns_records_found';
  return html`${brandHeader(brand)}
<main>
<h1>Connect ${host}</h1>
<ol class="steps">
${step(isFound, 'DNS records', isFound ? 'found' : status === 'pending_check' ? 'not checked yet' : 'not found yet')}
${isOwned ? '' : step(false, 'Ownership', ownership === 'pending' ? 'not checked yet' : 'the TXT record is not found yet. Somebody else had this domain here until recently, or has one above or below it, so it has to prove that it is yours')}
${step(certificateUntil !== undefined, 'Certificate', certificateState(view))}
</ol>
${ready ? html`<p class="done">${isFound ? `${host} is connected. There is nothing left to do.` : `Everything is ready for ${host}: you can lead your visitors here now, by the records below that are not seen yet.`}</p>` : ''}
${recordsSection(view)}
${view.statistics ? html`<section><h2>The last 30 days</h2>${statisticsView(view.statistics)}</section>` : ''}
</main>
<footer><p>This page is for you alone: whoever has its address can see it, until ${view.expiresAt} (UTC).</p></footer>`;
}

function step(isDone: boolean, name: string, state: string): Html {
  return html`<li${isDone ? html` class="ok"` : ''}><span aria-hidden="true">${isDone ? '✓' : '·'}</span> <strong>${name}</strong>: ${state}</li>`;
}

function certificateState({ certificateUntil, needsUpload, brand, status, order }: ConnectView): string {
  if (certificateUntil !== undefined) return `valid until ${certificateUntil}`;
  if (needsUpload) return `${brand.name} takes care of it`;
  if (status !== 'dns_records_found' || order === undefined)
    return 'issued automatically once the records are found';
  const { lastError, lastErrorCode, nextAttemptAt } = order;
  if (lastError === null) return 'it is being issued, which takes a few minutes';
  const next = nextAttemptAt === undefined ? 'in a moment' : `at ${nextAttemptAt} (UTC)`;
  return `not issued yet. Your records are found, but the last attempt failed: ${customerReason(lastError, lastErrorCode, brand)} We try again ${next}.`;
}

/** Names of settings are for the operator. */
function customerReason(lastError: string, code: OrderFailureCode | null, brand: Brand): string {
  if (code === 'authority_unreachable') return 'the certificate authority could not be reached.';
  if (code === 'authority_rate_limited')
    return 'the certificate authority issues no more certificates for this domain for now.';
  if (code === 'service_failed' || lastError.includes('NAMEPLATE_')) return `${brand.name} has to fix it.`;
  return `“${lastError.replace(/\.$/, '')}”.`;
}

function recordsSection(view: ConnectView): Html {
  if (view.records.length === 0)
    return html`<section><h2>DNS records</h2><p>The records are not known yet. Ask ${view.brand.name}.</p></section>`;
  const { provider, problems, checkedAt } = view;
  return html`<section><h2>Set these records at your DNS provider</h2>
${
  provider
    ? html`<p>Your domain is at <strong>${provider.name}</strong>: ${provider.path}. ${provider.note ?? ''}</p>`
    : html`<p>Your DNS provider is where you bought the domain, or where its name servers are.</p>`
}
<table class="records" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Type</th><th scope="col" role="columnheader">Name</th><th scope="col" role="columnheader">Value</th><th scope="col" role="columnheader">State</th></tr></thead>
<tbody role="rowgroup">${view.records.map((record) => recordRow(record, view.found))}</tbody>
</table>
${problems.length === 0 || (view.status === 'dns_records_found' && view.ownership === 'verified') ? '' : html`<ul class="problems">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}
<form method="post" action="${view.checkPath}"><button>Check now</button> <span>${
    checkedAt === undefined ? 'Not checked yet.' : `Last checked ${checkedAt} (UTC).`
  } New records can take up to an hour to be seen everywhere.</span></form></section>`;
}

function recordRow(record: DnsRecord, found: readonly DnsRecord[]): Html {
  const isThere = found.some(
    ({ type, name, value }) => type === record.type && name === record.name && value === record.value,
  );
  // With roles, because narrow windows show the rows as blocks, which have none of their own.
  return html`<tr role="row"><td role="cell" data-label="Type">${record.type}</td>
<td role="cell" data-label="Name"><code>${shortName(record.name)}</code>${copyButton(shortName(record.name), 'the name')}<br><small>${record.name}</small></td>
<td role="cell" data-label="Value"><code>${record.value}</code>${copyButton(record.value, 'the value')}</td>
<td role="cell" data-label="State"${isThere ? html` class="ok"` : ''}>${isThere ? '✓ found' : 'not seen'}</td></tr>`;
}

function copyButton(text: string, what: string): Html {
  return html` <button type="button" class="copy" hidden data-copy="${text}" aria-label="Copy ${what} ${text}">Copy</button>`;
}

/** What providers want in their field for the name: the part before the domain, `@` for the domain itself. */
export function shortName(name: string): string {
  const domain = getDomain(withoutWildcard(name), { allowPrivateDomains: false });
  if (domain === null) return name;
  return name === domain ? '@' : name.slice(0, -domain.length - 1);
}
