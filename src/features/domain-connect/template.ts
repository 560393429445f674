/**
 * The template that DNS providers get, and which of its records a domain needs. Both are made of the records that the connect page
 * lists. Source: docs/reference/domain-connect.md ("The template"); Domain Connect specification, "Template Definition".
 */
import type { DnsRecord, DnsRecords, DomainInDns } from '../../core/custom-domain.ts';
import { ownershipPrefix, ownershipRecord } from '../../core/ownership-record.ts';
import { withoutWildcard } from '../../core/wildcard-host.ts';

/** `%name%` in a value stands for a parameter of the link. */
type TemplateRecord = {
  readonly groupId: string;
  readonly type: string;
  /** Relative to the host that the template is applied to, which is `@`. */
  readonly host: string;
  readonly pointsTo?: string;
  readonly data?: string;
  readonly ttl: number;
  readonly txtConflictMatchingMode?: string;
  readonly txtConflictMatchingPrefix?: string;
};

export type AppliedTemplate = {
  readonly records: readonly TemplateRecord[];
  readonly variables: Readonly<Record<string, string>>;
};

export const serviceId = 'nameplate';

const ttl = 3_600;
/** What the groups of a name's records begin with. */
const groups: Readonly<Record<string, string>> = {
  '@': 'host',
  '*': 'wildcard',
  www: 'www',
  '_acme-challenge': 'challenge',
  '_acme-challenge.www': 'challenge-www',
  _nameplate: 'ownership',
};

/** The template's records that make these for a host, and its variables' values; undefined: it has no record for one of them. */
export function applyTemplate(host: string, wanted: readonly DnsRecord[]): AppliedTemplate | undefined {
  const records: TemplateRecord[] = [];
  const variables: Record<string, string> = {};
  const base = withoutWildcard(host);
  for (const { type: shownType, name, value } of wanted) {
    const relative = name === base ? '@' : name.endsWith(`.${base}`) ? name.slice(0, -base.length - 1) : '';
    const group = groups[relative];
    if (group === undefined) return undefined;
    const type = shownType === 'ALIAS' ? 'APEXCNAME' : shownType;
    const groupId = `${group}-${type.toLowerCase()}`;
    const count = records.filter((record) => record.groupId === groupId).length + 1;
    const content = contentOf(type, group, value, count);
    Object.assign(variables, content.variables);
    records.push({ groupId, type, host: relative, ...content.members, ttl });
  }
  return { records, variables };
}

type Content = {
  readonly members: Partial<TemplateRecord>;
  readonly variables: Readonly<Record<string, string>>;
};

/** `count`: how many of its group there are so far, itself included. */
function contentOf(type: string, group: string, value: string, count: number): Content {
  if (type === 'A' || type === 'AAAA') {
    const name = `${type.toLowerCase()}${count}`;
    return { members: { pointsTo: `%${name}%` }, variables: { [name]: value } };
  }
  if (type === 'TXT') {
    const members = {
      data: `${ownershipPrefix}%ownership%`,
      txtConflictMatchingMode: 'Prefix',
      txtConflictMatchingPrefix: ownershipPrefix,
    };
    return { members, variables: { ownership: value.slice(ownershipPrefix.length) } };
  }
  if (!group.startsWith('challenge')) return { members: { pointsTo: value }, variables: {} };
  const name = group.replace('-', '');
  const dot = value.indexOf('.');
  return {
    members: { pointsTo: `%${name}%${value.slice(dot)}` },
    variables: { [name]: value.slice(0, dot) },
  };
}

/** As JSON has it. */
export type Template = {
  readonly providerId: string;
  readonly providerName: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly version: number;
  readonly description: string;
  readonly variableDescription: string;
  readonly syncPubKeyDomain: string;
  readonly syncRedirectDomain?: string;
  readonly syncBlock: boolean;
  readonly sharedProviderName: boolean;
  readonly hostRequired: boolean;
  readonly records: readonly TemplateRecord[];
};

export type TemplateWords = {
  /** The operator's registered domain. */
  readonly providerId: string;
  readonly providerName: string;
  readonly serviceName: string;
  readonly version: number;
  /** In which the key is published. */
  readonly zone: string;
  /** Where links may lead back to; undefined while links have no fixed origin. */
  readonly redirectDomain: string | undefined;
};

/** Every combination of records that a domain may need. */
const examples: readonly Omit<DomainInDns, 'accountUuid' | 'challengeType'>[] = [
  { host: 'shop.example.com', redirectToWww: false },
  { host: 'example.com', redirectToWww: true },
  { host: '*.shop.example.com', redirectToWww: false },
];

/** The template of an installation. */
export function makeTemplate(
  { providerId, providerName, serviceName, version, zone, redirectDomain }: TemplateWords,
  ofDomains: DnsRecords,
): Template {
  const records = new Map<string, TemplateRecord>();
  for (const example of examples) {
    const wanted = ofDomains.expected({ ...example, accountUuid: '', challengeType: 'dns01' });
    const applied = applyTemplate(example.host, [...wanted, ownershipRecord('', example.host)]);
    for (const record of applied?.records ?? []) records.set(JSON.stringify(record), record);
  }
  return {
    providerId,
    providerName,
    serviceId,
    serviceName,
    version,
    description: 'Leads a host to Nameplate, which serves it and has its certificates.',
    variableDescription:
      'a1, aaaa1, …: addresses of the edge; challenge, challengewww: labels in the zone where certificate authorities find answers; ownership: proof of who has the host.',
    syncPubKeyDomain: zone,
    ...(redirectDomain !== undefined && { syncRedirectDomain: redirectDomain }),
    syncBlock: false,
    sharedProviderName: true,
    hostRequired: true,
    records: [...records.values()],
  };
}
