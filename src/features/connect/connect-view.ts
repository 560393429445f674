/** The connect page as HTML: what is to be done, what is done, and the statistics. Source: docs/reference/connect-page.md. */
import type { Reader } from '../../core/accept-language.ts';
import type { DnsRecord, OwnershipStatus } from '../../core/custom-domain.ts';
import { type Html, html } from '../../core/html.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { registrableDomain } from '../../core/registered-domain.ts';
import { statisticsTexts } from '../../core/statistics-texts.ts';
import { isWildcardHost } from '../../core/wildcard-host.ts';
import type { SetUpOffer } from '../domain-connect/domain-connect.ts';
import type { WayBack } from '../domain-connect/way-back.ts';
import { type Brand, brandHeader } from './brand-header.ts';
import { problemOf, reasonOf, type ToldProblem } from './customer-words.ts';
import type { Statistics } from './domain-statistics.ts';
import type { DnsProvider } from './provider-hints.ts';
import { statisticsView } from './statistics-view.ts';
import type { Texts } from './texts/text-names.ts';
import { texts } from './texts/texts.ts';
import { timeElement, withElement, writtenDay } from './written-time.ts';

/** Of an automatic certificate that is not there yet. */
export type CertificateOrder = {
  /** Why the last attempt failed; null before it. */
  readonly lastError: string | null;
  readonly lastErrorCode: OrderFailureCode | null;
  /** Milliseconds since the epoch; undefined: any moment. */
  readonly nextAttemptAt: number | undefined;
};

/** Times are milliseconds since the epoch. */
export type ConnectView = {
  readonly reader: Reader;
  readonly now: number;
  readonly host: string;
  readonly isEmbedded: boolean;
  readonly brand: Brand;
  readonly records: readonly DnsRecord[];
  readonly found: readonly DnsRecord[];
  readonly problems: readonly ToldProblem[];
  readonly status: 'pending_check' | 'dns_records_found' | 'dns_records_not_found';
  readonly ownership: OwnershipStatus;
  readonly ready: boolean;
  readonly readyAt: number | null;
  /** Null before the first check. */
  readonly checkedAt: number | null;
  /** Undefined while there is no certificate. */
  readonly certificateUntil: number | undefined;
  /** Undefined while none is ordered. */
  readonly order: CertificateOrder | undefined;
  /** Whether the account has to upload one, as none is ordered. */
  readonly needsUpload: boolean;
  readonly provider: DnsProvider | undefined;
  /** Where the provider sets the records itself. */
  readonly setUp: SetUpOffer | undefined;
  /** How the provider has led back to the page. */
  readonly wayBack: WayBack | undefined;
  readonly expiresAt: number;
  readonly checkPath: string;
  readonly statistics: Statistics | undefined;
};

/** Whether it works for visitors, and nothing is left to do. */
export function isLive({ ready, status }: Pick<ConnectView, 'ready' | 'status'>): boolean {
  return ready && status === 'dns_records_found';
}

/** Whether all records are there. */
export function isSetUp({ status, ownership }: Pick<ConnectView, 'status' | 'ownership'>): boolean {
  return status === 'dns_records_found' && ownership === 'verified';
}

export function connectTitle(view: ConnectView): string {
  const own = texts[view.reader.language];
  return isLive(view) ? own.liveTitle(view.host) : own.connectTitle(view.host);
}

export function connectMain(view: ConnectView): Html {
  const { brand, reader, statistics, expiresAt, ready, host, isEmbedded } = view;
  const own = texts[reader.language];
  const isDone = isLive(view);
  return html`${isEmbedded ? '' : brandHeader(brand)}
<main>
<h1>${connectTitle(view)}</h1>
${isSetUp(view) ? '' : wayBackText(view, own)}
${isDone ? liveSection(view, own) : steps(view, own)}
${ready && !isDone ? html`<p class="done">${own.preparedText(host)}</p>` : ''}
${isDone ? '' : recordsSection(view, own)}
${statistics ? html`<section><h2>${statisticsTexts[reader.language].lastDays(30)}</h2>${statisticsView(statistics, reader)}</section>` : ''}
${isDone ? html`<details><summary>${own.dnsRecords}</summary>${records(view, own)}${check(view, own)}</details>` : ''}
</main>
${isEmbedded ? '' : html`<footer><p>${withElement(own.forYouAlone, timeElement(reader, expiresAt))}</p></footer>`}`;
}

function wayBackText({ wayBack }: ConnectView, own: Texts): Html | string {
  if (wayBack === undefined) return '';
  return html`<p class="notice" role="status">${wayBack === 'applied' ? own.lookingForRecords : own.setUpNotDone}</p>`;
}

function entry(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function liveSection({ host, certificateUntil, readyAt, reader, isEmbedded }: ConnectView, own: Texts): Html {
  const address = isWildcardHost(host)
    ? host
    : html`<a href="https://${host}/" rel="noreferrer"${isEmbedded ? html` target="_blank"` : ''}>https://${host}</a>`;
  return html`<p class="done"><span aria-hidden="true">✓</span> ${own.liveText}</p>
<dl class="live">
${entry(own.address, address)}
${certificateUntil === undefined ? '' : entry(own.certificate, own.validUntil(writtenDay(reader, certificateUntil)))}
${readyAt === null ? '' : entry(own.liveSince, writtenDay(reader, readyAt))}
</dl>`;
}

function steps(view: ConnectView, own: Texts): Html {
  const { status, ownership, certificateUntil } = view;
  const isFound = status === 'dns_records_found';
  const dns = isFound ? own.found : status === 'pending_check' ? own.notChecked : own.notFound;
  return html`<ol class="steps">
${step(isFound, own.dnsRecords, html`${dns}`, own)}
${ownership === 'verified' ? '' : step(false, own.ownership, html`${ownership === 'pending' ? own.notChecked : own.ownershipNotFound}`, own)}
${step(certificateUntil !== undefined, own.certificate, certificateState(view, own), own)}
</ol>`;
}

function step(isDone: boolean, name: string, state: Html, { colon }: Texts): Html {
  return html`<li${isDone ? html` class="ok"` : ''}><span aria-hidden="true">${isDone ? '✓' : '·'}</span> <strong>${name}</strong>${colon} ${state}</li>`;
}

function nameOf({ brand }: ConnectView, own: Texts): string {
  return brand.name === '' ? own.yourProvider : brand.name;
}

function certificateState(view: ConnectView, own: Texts): Html {
  const { certificateUntil, needsUpload, status, order, reader, now, host } = view;
  if (certificateUntil !== undefined) return html`${own.validUntil(writtenDay(reader, certificateUntil))}`;
  if (needsUpload) return html`${own.uploadedBy(nameOf(view, own))}`;
  if (status !== 'dns_records_found' || order === undefined) return html`${own.issuedLater}`;
  const { lastError, lastErrorCode, nextAttemptAt } = order;
  if (lastError === null) return html`${own.beingIssued}`;
  const next =
    nextAttemptAt === undefined
      ? html`${own.retrySoon}`
      : withElement(own.retryAt, timeElement(reader, nextAttemptAt, now));
  return html`${reasonOf(lastError, lastErrorCode, host, nameOf(view, own), own)} ${next}`;
}

function recordsSection(view: ConnectView, own: Texts): Html {
  if (view.records.length === 0)
    return html`<section><h2>${own.dnsRecords}</h2><p>${own.unknownRecords(nameOf(view, own))}</p></section>`;
  const { provider, problems, setUp, isEmbedded } = view;
  // What belongs to the provider's own pages is as they call it in English.
  const hint = provider
    ? html`<p>${withElement(own.providerIs, html`<strong>${provider.name}</strong>`)} <span lang="en">${provider.path}</span>. ${provider.isProxy ? own.dnsOnly : ''}</p>`
    : setUp
      ? ''
      : html`<p>${own.findProvider}</p>`;
  const isRight = isSetUp(view);
  const button =
    setUp === undefined
      ? ''
      : html`<p><a class="button" href="${setUp.url}" rel="noreferrer"${isEmbedded ? html` target="_blank"` : ''}>${own.setUpAt(setUp.provider)}</a></p>
<p>${own.orYourself}</p>`;
  // Records that lead here may still forbid the certificate.
  const shown = problems.filter(({ cause }) => !isRight || cause?.code.startsWith('caa'));
  return html`<section><h2>${own.setRecords}</h2>
${button}
${hint}
${records(view, own)}
${shown.length === 0 ? '' : html`<ul class="problems">${shown.map((problem) => html`<li>${problemOf(problem, nameOf(view, own), own)}</li>`)}</ul>`}
${check(view, own)}</section>`;
}

function records(view: ConnectView, own: Texts): Html {
  const titles = [own.type, own.recordName, own.value, own.state];
  return html`<table class="records" role="table">
<thead role="rowgroup"><tr role="row">${titles.map((title) => html`<th scope="col" role="columnheader">${title}</th>`)}</tr></thead>
<tbody role="rowgroup">${view.records.map((record) => recordRow(record, view.found, own))}</tbody>
</table>`;
}

function check({ checkPath, checkedAt, reader, now }: ConnectView, own: Texts): Html {
  const last = checkedAt === null ? '' : withElement(own.lastChecked, timeElement(reader, checkedAt, now));
  return html`<form method="post" action="${checkPath}"><button>${own.checkNow}</button> <span>${last} ${own.takesAnHour}</span></form>`;
}

function recordRow(record: DnsRecord, found: readonly DnsRecord[], own: Texts): Html {
  const isThere = found.some(
    ({ type, name, value }) => type === record.type && name === record.name && value === record.value,
  );
  // With roles, because narrow windows show the rows as blocks, which have none of their own.
  return html`<tr role="row"><td role="cell" data-label="${own.type}${own.colon}">${record.type}</td>
<td role="cell" data-label="${own.recordName}${own.colon}"><code>${shortName(record.name)}</code>${copyButton(shortName(record.name), own)}<br><small>${record.name}</small></td>
<td role="cell" data-label="${own.value}${own.colon}"><code>${record.value}</code>${copyButton(record.value, own)}</td>
<td role="cell" data-label="${own.state}${own.colon}"${isThere ? html` class="ok"` : ''}>${isThere ? `✓ ${own.seen}` : own.notSeen}</td></tr>`;
}

function copyButton(text: string, own: Texts): Html {
  return html` <button type="button" class="copy" hidden data-copy="${text}" data-copied="${own.copied}" aria-label="${own.copyText(text)}">${own.copy}</button>`;
}

/** What providers want in their field for the name: the part before the domain, `@` for the domain itself. */
export function shortName(name: string): string {
  const domain = registrableDomain(name);
  if (domain === null) return name;
  return name === domain ? '@' : name.slice(0, -domain.length - 1);
}
