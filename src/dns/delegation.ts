/**
 * Whether challenges for a host lead to its label in this service's zone.
 * Source: RFC 8555 section 8.4, docs/reference/dns.md ("What can be wrong").
 */
import type { DnsRecord } from '../core/custom-domain.ts';
import type { DnsProblem } from '../core/dns-problem.ts';
import type { ChallengeRecord } from './expected-records.ts';
import type { Verdict } from './host-answer.ts';
import type { DnsResolver } from './resolver.ts';

export type DelegationFound = {
  readonly host: string;
  readonly verdict: Verdict;
  readonly found: readonly DnsRecord[];
  /** Undefined when it leads there. */
  readonly problem: DnsProblem | undefined;
};

/** Resolvers give up after about this many. */
const maxLinks = 12;

/** Follows CNAME records as far as the label; what is there isn't asked. */
export async function findDelegation(
  resolver: DnsResolver,
  { host, record }: ChallengeRecord,
): Promise<DelegationFound> {
  const found: DnsRecord[] = [];
  for (let { name } = record; found.length < maxLinks; ) {
    const answer = await resolver.cname(name);
    if (answer.kind === 'failed') {
      const problem: DnsProblem = {
        text: `${record.name} could not be looked up (${answer.reason}); it is tried again.`,
        cause: { code: 'unanswered', name: record.name },
      };
      return { host, verdict: 'undecided', found, problem };
    }
    if (answer.kind === 'none') break;
    const [target = ''] = answer.records;
    found.push({ type: 'CNAME', name, value: target });
    if (target === record.value) return { host, verdict: 'found', found, problem: undefined };
    name = target;
  }
  return { host, verdict: 'not_found', found, problem: problemOf(record, found[0]?.value) };
}

function problemOf({ name, value }: DnsRecord, target: string | undefined): DnsProblem {
  const cause = { code: 'challenge', name, value } as const;
  if (target === undefined)
    return {
      text: `${name} has no CNAME record, so no certificate can be had through DNS: create one to ${value}.`,
      cause,
    };
  if (target.startsWith(`${value}.`))
    return {
      text: `${name} leads to ${target}: the DNS provider has added the name of the zone. Enter the value with a dot at its end, ${value}.`,
      cause: { code: 'end_dot', value: `${value}.` },
    };
  return {
    text: `${name} leads to ${target} and not to ${value}, so no certificate can be had through DNS: replace the record.`,
    cause,
  };
}
