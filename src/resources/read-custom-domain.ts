/** Reads custom domains from bodies. Source: docs/reference/domains.md ("Custom domains", "Wildcards", "Errors"). */
import type { ServiceError } from '../core/errors.ts';
import { maxHostLength, parseHostname } from '../core/hostname.ts';
import { isPublicSuffix } from '../core/public-suffix.ts';
import { isWildcardHost, wildcardCovering, withoutWildcard } from '../core/wildcard-host.ts';
import {
  type CustomDomainAttributes,
  type customDomainDefinitions,
  customDomainResource,
} from './custom-domain.ts';
import { attributeInvalid, type Checks, readChanged, readNew } from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';

type Definitions = typeof customDomainDefinitions;

const {
  host: hostAttribute,
  challenge_type: challengeTypeAttribute,
  redirect_to_www: redirectToWwwAttribute,
} = customDomainResource.attributes;

/** What the installation has in DNS. */
export type OwnNames = {
  /** The edge's public name. */
  readonly edgeHostname: string | undefined;
  /** In which challenges are answered. */
  readonly zone: string | undefined;
};

/** Reads all attributes of a new domain; `more`: checks of others. Errors: the attribute's own code. */
export function readNewCustomDomain(
  body: RequestBody,
  own: OwnNames,
  more: Checks<Definitions> = {},
): CustomDomainAttributes {
  const attributes = readNew(customDomainResource, body, { ...checksFor(own), ...more });
  const isToldHow = body.attributes.has(challengeTypeAttribute.name);
  if (isToldHow || own.zone === undefined || !isWildcardHost(attributes.host)) return attributes;
  // There is no other way to an automatic certificate.
  refuseTooLong(attributes.host);
  return { ...attributes, challengeType: 'dns01' };
}

/** Reads what is given and keeps the rest of `current`; `more`: checks of others. Errors: the attribute's own code. */
export function readChangedCustomDomain(
  body: RequestBody,
  current: CustomDomainAttributes,
  own: OwnNames,
  more: Checks<Definitions> = {},
): CustomDomainAttributes {
  const checks = { ...checksFor(own, current.challengeType), ...more };
  return readChanged(customDomainResource, body, current, checks);
}

/**
 * Refuses the name that custom domains point at, which would then point at itself, and wildcards that reach further than one
 * customer. Errors: `host_invalid`.
 */
export function refuseHost(host: string, ownName: string | undefined): void {
  const problem = problemOf(host, ownName);
  if (problem !== undefined) throw attributeInvalid(hostAttribute, host, problem);
}

function problemOf(host: string, ownName: string | undefined): string | undefined {
  if (host === ownName) return "it is this service's own name";
  if (!isWildcardHost(host)) return undefined;
  if (ownName !== undefined && host === wildcardCovering(ownName))
    return `it covers ${ownName}, this service's own name`;
  const base = withoutWildcard(host);
  return isPublicSuffix(base) ? `${base} is a public suffix, below which many have domains` : undefined;
}

/** `kept`: the challenge type of a domain that is changed, which is no reason to refuse another change. */
function checksFor(
  { edgeHostname: ownName, zone }: OwnNames,
  kept?: CustomDomainAttributes['challengeType'],
): Checks<Definitions> {
  return {
    host: ({ host }) => refuseHost(host, ownName),
    challenge_type: ({ host, challengeType }) => {
      if (challengeType !== 'dns01') return;
      if (zone === undefined && kept !== 'dns01') throw dns01Refused('no zone for challenges is set up here');
      refuseTooLong(host);
    },
    redirect_to_www: ({ host, redirectToWww, challengeType }) => {
      if (!redirectToWww) return;
      refuseWwwOf(host, ownName);
      if (challengeType === 'dns01') refuseTooLong(`www.${host}`);
    },
  };
}

/** Refuses challenges for a host whose name leaves no room for theirs. Errors: `challenge_type_invalid`. */
function refuseTooLong(host: string): void {
  const prefix = '_acme-challenge.';
  if (prefix.length + withoutWildcard(host).length > maxHostLength)
    throw dns01Refused(`host ${host} is too long to have ${prefix} before it`);
}

function dns01Refused(problem: string): ServiceError {
  return attributeInvalid(challengeTypeAttribute, 'dns01', problem);
}

/** Refuses to redirect a host to its `www.` when there can be none. Errors: `redirect_to_www_invalid`. */
function refuseWwwOf(host: string, ownName: string | undefined): void {
  const target = `www.${host}`;
  const problem = isWildcardHost(host)
    ? `host ${host} is a wildcard`
    : host.startsWith('www.')
      ? `host ${host} begins with www. itself`
      : target === ownName
        ? `${target} is this service's own name`
        : parseHostname(target).ok
          ? undefined
          : `host ${host} is too long to have www. before it`;
  if (problem !== undefined) throw attributeInvalid(redirectToWwwAttribute, true, problem);
}
