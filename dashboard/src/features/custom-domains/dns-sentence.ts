/** What is known about the DNS records of a domain that is not connected. */
import type { CustomDomain } from './domain-queries.ts';

/** A sentence for places where something waits for the domain's DNS records. */
export function dnsSentence({
  status,
  dns_check: check,
  ownership,
}: Pick<CustomDomain, 'status' | 'dns_check' | 'ownership'>): string {
  switch (status) {
    case 'dns_records_found':
      return ownership.status === 'verified'
        ? 'Its DNS records are in place.'
        : 'A TXT record has to prove that it is yours.';
    case 'pending_check':
      return 'Its DNS records haven’t been checked yet.';
    case 'dns_records_not_found':
      return check?.problems[0] ?? "Its DNS records weren't found.";
    default:
      return status satisfies never;
  }
}
