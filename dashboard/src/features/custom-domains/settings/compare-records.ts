/** Holds the records that DNS has against those that a domain needs. Source: docs/reference/dns.md. */
import type { components } from '../../../../../client/src/openapi.ts';
import type { CustomDomain } from '../domain-queries.ts';

type DnsRecord = components['schemas']['DnsRecord'];

/** `unknown`: not looked at yet. `wrong`: the name has records, but not this one. */
export type RecordState = 'right' | 'missing' | 'wrong' | 'unknown';

export type Comparison = {
  readonly wanted: readonly { readonly record: DnsRecord; readonly state: RecordState }[];
  /** What DNS has; `stray`: it belongs to a name of the domain and is not one of the wanted. */
  readonly found: readonly { readonly record: DnsRecord; readonly isStray: boolean }[];
};

export function compareRecords({
  dns_records: recommended,
  dns_check: check,
  status,
  ownership,
}: Pick<CustomDomain, 'dns_records' | 'dns_check' | 'status' | 'ownership'>): Comparison {
  const proof = ownership.record;
  const wanted = proof === null ? recommended : [...recommended, proof];
  if (check === null || status === 'pending_check') {
    return { wanted: wanted.map((record) => ({ record, state: 'unknown' })), found: [] };
  }
  const isConnected = status === 'dns_records_found';
  const stateOf = (record: DnsRecord): RecordState => {
    if (record === proof) return check.found.some((other) => isOf(other, record.name)) ? 'wrong' : 'missing';
    if (check.found.some((other) => isSame(other, record))) return 'right';
    // There are other ways to lead here than the one recommended, such as addresses where a CNAME record is asked for. For
    // challenges there is none.
    const leadsHere = isConnected && !record.name.startsWith('_acme-challenge.');
    if (leadsHere || !check.problems.some((problem) => mentions(problem, record.name))) return 'right';
    return check.found.some((other) => isOf(other, record.name)) ? 'wrong' : 'missing';
  };
  return {
    wanted: wanted.map((record) => ({ record, state: stateOf(record) })),
    found: check.found.map((record) => ({
      record,
      isStray:
        !isConnected &&
        recommended.some(({ name }) => isOf(record, name)) &&
        !wanted.some((other) => isSame(other, record)),
    })),
  };
}

/** All records as text that can be sent to whoever sets them: a line each, in the form of a zone file. */
export function recordsAsText(records: readonly DnsRecord[]): string {
  const written = ({ type, value }: DnsRecord): string =>
    type === 'CNAME' || type === 'ALIAS' ? `${value}.` : type === 'TXT' ? `"${value}"` : value;
  const line = (record: DnsRecord): string => [`${record.name}.`, record.type, written(record)].join('\t');
  return records.map((record) => `${line(record)}\n`).join('');
}

function isSame(one: DnsRecord, other: DnsRecord): boolean {
  return (
    one.type === other.type &&
    one.name.toLowerCase() === other.name.toLowerCase() &&
    one.value.toLowerCase() === other.value.toLowerCase()
  );
}

function isOf(record: DnsRecord, name: string): boolean {
  return record.name.toLowerCase() === name.toLowerCase();
}

/** A name within another, such as `example.com` in `www.example.com`, is not mentioned by it. */
function mentions(sentence: string, name: string): boolean {
  for (let at = sentence.indexOf(name); at !== -1; at = sentence.indexOf(name, at + 1)) {
    const isWhole =
      !/[\w.-]$/.test(sentence.slice(0, at)) && !/^(?:[\w-]|\.\w)/.test(sentence.slice(at + name.length));
    if (isWhole) return true;
  }
  // A parent that does not exist is named in its place.
  const parent = name.slice(name.indexOf('.') + 1);
  return parent.includes('.') && sentence.includes(`domain ${parent} `);
}
