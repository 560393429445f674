/**
 * Whether a host's CAA records allow the certificate authority to issue for it.
 * Source: RFC 8659 section 3 (climbing the tree) and 4 (properties, wildcards), RFC 8657 (validationmethods).
 */
import { quoteValue } from '../core/errors.ts';
import { isWildcardHost, withoutWildcard } from '../core/wildcard-host.ts';
import type { CaaProperty, DnsResolver, FailureReason } from './resolver.ts';

/** The certificate authority that certificates will be ordered from. */
export type Issuer = {
  /** The domain the authority is named by in CAA records. */
  readonly domain: string;
  readonly name: string;
  /** How control of a host can be proved to it here; one that a record allows is enough. */
  readonly validationMethods: readonly string[];
};

export const letsEncrypt: Issuer = {
  domain: 'letsencrypt.org',
  name: "Let's Encrypt",
  validationMethods: ['http-01', 'tls-alpn-01'],
};

/** The records that count for a host: those of the closest name at or above it that has any. */
export type RelevantCaa =
  | { readonly kind: 'found'; readonly name: string; readonly properties: readonly CaaProperty[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: FailureReason };

const knownTags = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone']);

/** Climbs from the host to its top-level domain; a wildcard's tree begins below its asterisk. */
export async function findCaa(resolver: DnsResolver, host: string): Promise<RelevantCaa> {
  const labels = withoutWildcard(host).split('.');
  for (let index = 0; index < labels.length; index++) {
    const name = labels.slice(index).join('.');
    const answer = await resolver.caa(name);
    if (answer.kind === 'found') return { kind: 'found', name, properties: answer.records };
    if (answer.kind === 'failed') return { kind: 'failed', name, reason: answer.reason };
  }
  return { kind: 'none' };
}

/** Returns why an issuer must not issue, in a sentence that includes the fix; undefined when it may. */
export function caaProblem(caa: RelevantCaa, host: string, issuer: Issuer): string | undefined {
  if (caa.kind === 'none') return undefined;
  if (caa.kind === 'failed') {
    return caa.reason === 'servfail' || caa.reason === 'refused'
      ? `The CAA records of ${caa.name} cannot be looked up (${caa.reason.toUpperCase()}); certificate authorities then issue nothing for ${host}.`
      : undefined;
  }
  const unknown = caa.properties.find(({ critical, tag }) => critical && !knownTags.has(tag));
  if (unknown) {
    return `A CAA record of ${caa.name} has the critical property ${quoteValue(unknown.tag)}, which certificate authorities do not know; they then issue nothing for ${host}.`;
  }
  // `issuewild` is about wildcards only, and then comes in place of `issue`. Without any, every authority may.
  const isWild = isWildcardHost(host) && caa.properties.some(({ tag }) => tag === 'issuewild');
  const tag = isWild ? 'issuewild' : 'issue';
  const issue = caa.properties.filter((property) => property.tag === tag);
  if (issue.length === 0) return undefined;
  const ours = issue.filter(({ value }) => issuerOf(value) === issuer.domain);
  const wanted = `${caa.name} CAA 0 ${tag} "${issuer.domain}"`;
  if (ours.length === 0) {
    const others = issue.map(({ value }) => quoteValue(value)).join(', ');
    return `The CAA records of ${caa.name} (${tag} ${others}) forbid ${issuer.name} to issue a certificate for ${host}: add ${wanted}.`;
  }
  const { validationMethods } = issuer;
  if (ours.some(({ value }) => validationMethods.some((method) => allowsMethod(value, method))))
    return undefined;
  return `The CAA records of ${caa.name} do not let ${issuer.name} validate ${host} by ${validationMethods.join(' or ')}, which is how it is done here: add ${wanted}.`;
}

function issuerOf(value: string): string {
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase().replace(/\.$/, '');
}

function allowsMethod(value: string, method: string): boolean {
  for (const parameter of value.split(';').slice(1)) {
    const [name = '', ...rest] = parameter.split('=');
    if (name.trim().toLowerCase() !== 'validationmethods') continue;
    const methods = rest
      .join('=')
      .split(',')
      .map((text) => text.trim().toLowerCase());
    if (!methods.includes(method)) return false;
  }
  return true;
}
