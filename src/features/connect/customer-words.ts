/** Why a domain isn't ready, as its owner reads it. Source: docs/reference/connect-page.md ("The page"). */
import { type Html, html } from '../../core/html.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { withoutWildcard } from '../../core/wildcard-host.ts';
import type { Texts } from './texts/text-names.ts';

/** Names of settings are for the operator. */
const forOperator = /NAMEPLATE_|operator of this service/;

/** Why no certificate was issued. `code` is null where it was stored by a version without codes. */
export function reasonOf(
  lastError: string,
  code: OrderFailureCode | null,
  host: string,
  name: string,
  own: Texts,
): Html {
  const { reasons, dnsIsRight } = own;
  const withDns = (text: string): Html => html`${dnsIsRight} ${text}`;
  const plain = withoutWildcard(host);
  if (code === 'authority_unreachable') return withDns(reasons.authorityAway);
  if (code === 'authority_rate_limited') return withDns(reasons.authorityBusy);
  if (code === 'service_failed' || code === 'authority_account_refused' || forOperator.test(lastError))
    return withDns(reasons.operator(name));
  if (code === 'challenge_not_delegated') return html`${reasons.challenge(plain)}`;
  if (code === 'records_elsewhere') return html`${reasons.recordsElsewhere(host)}`;
  if (code === 'dns_unanswered') return html`${own.problems.unanswered(plain)}`;
  if (code === 'caa_forbids') return html`${reasons.caa(plain)}`;
  if (/connection refused|ECONNREFUSED/i.test(lastError)) return withDns(reasons.refusedConnection(host));
  if (/timeout|timed out|no answer/i.test(lastError)) return withDns(reasons.noAnswer(host));
  if (/invalid response|unexpected|\b40[34]\b/i.test(lastError)) return withDns(reasons.otherAnswer(host));
  if (code === 'order_stuck') return withDns(reasons.undecided);
  return html`${dnsIsRight} ${reasons.other} <q lang="en">${lastError.replace(/\.$/, '')}</q>.`;
}

type Problem = readonly [pattern: RegExp, text: (own: Texts, ...found: string[]) => string];

/** By the sentences of checks, which are English. */
const problems: readonly Problem[] = [
  [/^(\S+) is a CNAME of (\S+), which resolves to .+ and not to the edge \((.+)\)\.$/, elsewhere],
  [/^(\S+) resolves to (.+) and not to the edge \((.+)\)\.$/, elsewhere],
  [/^(\S+) is a CNAME of (\S+), which has no address; it has to be a CNAME of (.+)\.$/, elsewhere],
  [/^(\S+) exists in DNS, but has no A, /, ({ problems: own }, host = '') => own.noAddress(host)],
  [/^The domain (\S+) does not exist/, ({ problems: own }, domain = '') => own.unregistered(domain)],
  [/^(\S+) does not exist in DNS\./, ({ problems: own }, host = '') => own.missing(host)],
  [
    /^The record was created as (\S+): .* Enter (\S+) as its name\.$/,
    ({ problems: own }, name = '', label = '') => own.doubled(name, label),
  ],
  [
    /Enter the value with a dot at its end[:,] (\S+?)\.?$/,
    ({ problems: own }, value = '') => own.endDot(`${value}.`),
  ],
  [
    /^(\S+) has (A|AAAA) records of the edge's and of other servers \((.+)\);/,
    ({ problems: own }, host = '', type = '', addresses = '') => own.stray(host, type, addresses),
  ],
  [
    /belongs to the proxy of (.+), behind which .* switch the proxy off for (\S+) /,
    ({ problems: own }, provider = '', host = '') => own.proxied(host, provider),
  ],
  [
    /^(\S+) is (?:the apex of its zone|a zone of its own \(.*\)) and (?:cannot have|has) a CNAME record/,
    ({ problems: own }, host = '') => own.apex(host),
  ],
  [
    /^The CAA records of (\S+) .*: add \S+ CAA (.+?)\.(?: |$)/,
    ({ problems: own }, name = '', record = '') => own.caa(name, `${name} CAA ${record}`),
  ],
  [
    /^(\S+) has no CNAME record, .*: create one to (\S+)\.$/,
    ({ problems: own }, name = '', value = '') => own.challenge(name, value),
  ],
  [
    /^(\S+) leads to \S+ and not to (\S+), so no certificate/,
    ({ problems: own }, name = '', value = '') => own.challenge(name, value),
  ],
  [
    /^(?:The CNAME records of )?(\S+) could not be looked up/,
    ({ problems: own }, name = '') => own.unanswered(name),
  ],
];

function elsewhere({ problems: own }: Texts, host = '', found = '', wanted = ''): string {
  return own.elsewhere(host, found, wanted);
}

/** A problem that a check found; one that has no words here stays English. */
export function problemOf(problem: string, name: string, own: Texts): Html {
  if (forOperator.test(problem)) return html`${own.reasons.operator(name)}`;
  // The page has a step for it.
  if (problem.startsWith('Another account has this host'))
    return html`${own.ownershipNotFound.charAt(0).toUpperCase()}${own.ownershipNotFound.slice(1)}.`;
  for (const [pattern, text] of problems) {
    const found = pattern.exec(problem);
    if (found) return html`${text(own, ...found.slice(1))}`;
  }
  return html`<span lang="en">${problem}</span>`;
}
