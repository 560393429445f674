/**
 * Looks for the TXT records that prove who has a host. Source: docs/reference/domains.md ("Proof of ownership").
 */
import type { DnsRecord } from '../core/custom-domain.ts';
import type { DnsProblem } from '../core/dns-problem.ts';
import type { Verdict } from './host-answer.ts';
import { DnsResolver } from './resolver.ts';

export type ProofFound = {
  readonly verdict: Verdict;
  readonly found: readonly DnsRecord[];
  /** Undefined when the record is there. */
  readonly problem: DnsProblem | undefined;
};

/** Somebody waits for the answer of a request. */
const deadlineMs = 5_000;
const concurrency = 5;

/** Looks for one proof. */
export async function findProof(resolver: DnsResolver, record: DnsRecord): Promise<ProofFound> {
  const answer = await resolver.txt(record.name);
  if (answer.kind === 'failed') {
    const problem: DnsProblem = {
      text: `${record.name} could not be looked up (${answer.reason}); it is tried again.`,
      cause: { code: 'unanswered', name: record.name },
    };
    return { verdict: 'undecided', found: [], problem };
  }
  const isThere = answer.kind === 'found' && answer.records.includes(record.value);
  if (isThere) return { verdict: 'found', found: [record], problem: undefined };
  const text = `Another account has this host, a wildcard above it or a host below it, or had it until recently, so it is not served yet: to prove that it is yours, create the TXT record ${record.name} with the value ${record.value}.`;
  return { verdict: 'not_found', found: [], problem: { text, cause: { code: 'ownership' } } };
}

/** Answers those of the records that the servers have, as far as they say so within 5 s. */
export function ownershipProofs(
  dnsServers: readonly string[],
): (records: readonly DnsRecord[]) => Promise<readonly DnsRecord[]> {
  return async (records) => {
    const resolver = new DnsResolver(dnsServers, AbortSignal.timeout(deadlineMs));
    const left = [...records];
    const found: DnsRecord[] = [];
    const work = async () => {
      for (let record = left.shift(); record; record = left.shift())
        found.push(...(await findProof(resolver, record)).found);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return found;
  };
}
