/** Why a domain isn't ready, as its owner reads it. Source: docs/reference/connect-page.md ("The page"). */
import type { DnsCause } from '../../core/dns-problem.ts';
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

/** A problem that a check found; without a cause, as a version before there were any stored it, it stays English. */
export type ToldProblem = { readonly text: string; readonly cause: DnsCause | undefined };

export function problemOf({ text, cause }: ToldProblem, name: string, own: Texts): Html {
  const words = cause && wordsOf(cause, name, own);
  if (words !== undefined) return html`${words}`;
  return forOperator.test(text) ? html`${own.reasons.operator(name)}` : html`<span lang="en">${text}</span>`;
}

function wordsOf(
  cause: DnsCause,
  name: string,
  { problems: own, reasons, ownershipNotFound }: Texts,
): string | undefined {
  switch (cause.code) {
    case 'elsewhere':
      return own.elsewhere(cause.host, cause.found, cause.wanted);
    case 'missing':
      return own.missing(cause.host);
    case 'unregistered':
      return own.unregistered(cause.domain);
    case 'no_address':
      return own.noAddress(cause.host);
    case 'cname_circle':
      return own.circle(cause.host);
    case 'stray':
      return own.stray(cause.host, cause.type, cause.addresses);
    case 'proxied':
      return own.proxied(cause.host, cause.provider);
    case 'not_public':
      return own.notPublic(cause.address);
    case 'wildcard':
      return own.wildcard(cause.host, cause.wildcard);
    case 'apex':
      return own.apex(cause.host);
    case 'doubled':
      return own.doubled(cause.name, cause.label);
    case 'end_dot':
      return own.endDot(cause.value);
    case 'caa':
      return own.caa(cause.name, cause.record);
    case 'caa_unusable':
      return own.caaUnusable(cause.name);
    case 'challenge':
      return own.challenge(cause.name, cause.value);
    case 'unanswered':
      return own.unanswered(cause.name);
    case 'ownership':
      // The page has a step for it.
      return `${ownershipNotFound.charAt(0).toUpperCase()}${ownershipNotFound.slice(1)}.`;
    case 'operator':
      return reasons.operator(name);
    default:
      // Of a newer version beside this one, as during an upgrade.
      cause satisfies never;
      return undefined;
  }
}
