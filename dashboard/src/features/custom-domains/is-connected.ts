/** Whether a domain's visitors are served. */
import type { CustomDomain } from './domain-queries.ts';

/** Its records lead here, and its account has proven that it may have it, where that was in doubt. */
export function isConnected({ status, ownership }: Pick<CustomDomain, 'status' | 'ownership'>): boolean {
  return status === 'dns_records_found' && ownership.status === 'verified';
}
