/**
 * Whether a host's CAA records allow the certificate authority to issue for it.
 * Source: RFC 8659 section 3 (climbing the tree) and 4 (properties, wildcards), RFC 8657 (accounturi, validationmethods).
 */
import type { ChallengeType, DnsRecord } from '../core/custom-domain.ts';
import { quoteValue } from '../core/errors.ts';
import { isWildcardHost, withoutWildcard } from '../core/wildcard-host.ts';
import type { CaaProperty, DnsResolver, FailureReason } from './resolver.ts';

/** The certificate authority that certificates will be ordered from. */
export type Issuer = {
  /** The domain the authority is named by in CAA records; undefined: it isn't known, unless its directory says. */
  readonly domain: string | undefined;
  readonly name: string;
  /** The domains that its directory says it is named by; none: it doesn't say, or can't be asked. */
  readonly identities?: () => Promise<readonly string[]>;
  /** How control of a host can be proved to it here; one that a record allows is enough. */
  readonly validationMethods: readonly string[];
  /** The URL of the account there that a host's orders are made with; none: there isn't one yet. */
  readonly accountUri?: (host: string) => Promise<string | null | undefined>;
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

/** Why records forbid an authority. `caa_unanswered`: their name servers fail, which authorities take for a no. */
export const caaCauses = [
  'caa_forbids',
  'caa_malformed',
  'caa_other_account',
  'caa_other_method',
  'caa_critical',
  'caa_unanswered',
] as const;

export type CaaJudgement =
  /** Also where the authority's name isn't known. */
  | { readonly state: 'ok' }
  | {
      readonly state: 'forbidden';
      readonly cause: (typeof caaCauses)[number];
      /** In a sentence that includes the fix. */
      readonly text: string;
      /** That would permit it; undefined: another record, or a name server, has to change. */
      readonly record?: DnsRecord;
    }
  /** There was no answer in time. */
  | { readonly state: 'unknown'; readonly reason: FailureReason };

const permitted: CaaJudgement = { state: 'ok' };

/** Whether one of the issuers may issue; if none may, what is in the way of the first. For a wildcard the only method is DNS. */
export async function judgeCaaOfAll(
  caa: RelevantCaa,
  host: string,
  issuers: readonly Issuer[],
  challengeType: ChallengeType,
): Promise<CaaJudgement> {
  const judgements = await Promise.all(
    issuers.map((issuer) => judgeCaa(caa, host, byChallenge(issuer, challengeType))),
  );
  return judgements.find(({ state }) => state !== 'forbidden') ?? judgements[0] ?? permitted;
}

/** The issuer as it validates a host with that type of challenge. */
export function byChallenge(issuer: Issuer, challengeType: ChallengeType): Issuer {
  return challengeType === 'dns01' ? { ...issuer, validationMethods: ['dns-01'] } : issuer;
}

/** Whether an issuer may issue for a host. */
export async function judgeCaa(caa: RelevantCaa, host: string, issuer: Issuer): Promise<CaaJudgement> {
  if (caa.kind === 'none') return permitted;
  if (caa.kind === 'failed' && caa.reason !== 'servfail' && caa.reason !== 'refused')
    return { state: 'unknown', reason: caa.reason };
  const names = await namesOf(issuer);
  const [domain] = names;
  // A company's own may not look at CAA records at all.
  if (domain === undefined) return permitted;
  if (caa.kind === 'failed')
    return {
      state: 'forbidden',
      cause: 'caa_unanswered',
      text: `The CAA records of ${caa.name} cannot be looked up (${caa.reason.toUpperCase()}); certificate authorities then issue nothing for ${host}.`,
    };
  const unknown = caa.properties.find(({ critical, tag }) => critical && !knownTags.has(tag));
  if (unknown)
    return {
      state: 'forbidden',
      cause: 'caa_critical',
      text: `A CAA record of ${caa.name} has the critical property ${quoteValue(unknown.tag)}, which certificate authorities do not know; they then issue nothing for ${host}.`,
    };
  // `issuewild` is about wildcards only, and then comes in place of `issue`. Without any, every authority may.
  const isWild = isWildcardHost(host) && caa.properties.some(({ tag }) => tag === 'issuewild');
  const tag = isWild ? 'issuewild' : 'issue';
  const issue = caa.properties.filter((property) => property.tag === tag);
  if (issue.length === 0) return permitted;
  const permissions = issue.map(({ value }) => ({ value, permission: parsePermission(value) }));
  const ours = permissions.flatMap(({ permission }) =>
    permission && names.includes(permission.issuer) ? [permission] : [],
  );
  const forbids = (
    cause: (typeof caaCauses)[number],
    text: string,
    { parameters = '', hint = '' } = {},
  ): CaaJudgement => {
    const record = { type: 'CAA', name: caa.name, value: `0 ${tag} "${domain}${parameters}"` };
    return {
      state: 'forbidden',
      cause,
      text: `The CAA records of ${caa.name} ${text}: add ${record.name} CAA ${record.value}.${hint}`,
      record,
    };
  };
  if (ours.length === 0) {
    const others = issue.map(({ value }) => quoteValue(value)).join(', ');
    const malformed = permissions.find(({ permission }) => permission === undefined);
    return forbids(
      malformed ? 'caa_malformed' : 'caa_forbids',
      `(${tag} ${others}) forbid ${issuer.name} to issue a certificate for ${host}`,
      malformed && { hint: ` ${quoteValue(malformed.value)} is malformed, so it permits nobody.` },
    );
  }
  const namesAccounts = ours.some(({ parameters }) => parameters.some(([name]) => name === accountTag));
  const accountUri = (namesAccounts ? await issuer.accountUri?.(host) : undefined) ?? undefined;
  // An owner who lets some accounts only doesn't want all.
  const parameters = accountUri === undefined ? '' : `; ${accountTag}=${accountUri}`;
  const forAccount = ours.filter((permission) => allowsAccount(permission, accountUri));
  if (forAccount.length === 0)
    return forbids(
      'caa_other_account',
      `let ${issuer.name} issue a certificate for ${host} to other accounts only (${accountTag})`,
      { parameters },
    );
  const { validationMethods } = issuer;
  if (forAccount.some((permission) => validationMethods.some((method) => allowsMethod(permission, method))))
    return permitted;
  return forbids(
    'caa_other_method',
    `do not let ${issuer.name} validate ${host} by ${validationMethods.join(' or ')}, which is how it is done here`,
    { parameters },
  );
}

/** What the authority's directory says goes before what is known of it. */
async function namesOf({ domain, identities }: Issuer): Promise<readonly string[]> {
  const named = (await identities?.()) ?? [];
  return named.length === 0 && domain !== undefined ? [domain] : named;
}

const accountTag = 'accounturi';

/** What an issue or issuewild property permits. */
type Permission = {
  /** In lower case; '' permits nobody. */
  readonly issuer: string;
  /** Names in lower case, values. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
};

const issuerName = /^(?:[a-z0-9](?:-*[a-z0-9])*(?:\.[a-z0-9](?:-*[a-z0-9])*)*)?$/i;
const parameter = /^([a-z0-9](?:-*[a-z0-9])*)[ \t]*=[ \t]*([\u0021-\u003a\u003c-\u007e]*)$/i;
const outerSpace = /^[ \t]+|[ \t]+$/g;

/** Undefined: the value is malformed, which permits nobody (RFC 8659 section 4.2). */
function parsePermission(value: string): Permission | undefined {
  const [issuer = '', ...rest] = value.split(';').map((part) => part.replace(outerSpace, ''));
  if (!issuerName.test(issuer)) return undefined;
  const parameters: [string, string][] = [];
  // Nothing may follow the first semicolon.
  for (const part of rest.length === 1 && rest[0] === '' ? [] : rest) {
    const [, name, text = ''] = parameter.exec(part) ?? [];
    if (name === undefined) return undefined;
    parameters.push([name.toLowerCase(), text]);
  }
  return { issuer: issuer.toLowerCase(), parameters };
}

/** Of several accounts in one value, no account is all (RFC 8657 section 3). An account that isn't known may be the one. */
function allowsAccount({ parameters }: Permission, accountUri: string | undefined): boolean {
  const named = parameters.flatMap(([name, value]) => (name === accountTag ? [value] : []));
  return named.length === 0 || (named.length === 1 && (accountUri === undefined || named[0] === accountUri));
}

function allowsMethod({ parameters }: Permission, method: string): boolean {
  return parameters.every(
    ([name, value]) => name !== 'validationmethods' || value.toLowerCase().split(',').includes(method),
  );
}
