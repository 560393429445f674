/** Common problems when setting DNS records. */
import { ChevronRight } from 'lucide-react';
import type { CustomDomain } from '../domain-queries.ts';
import styles from './dns-panel.module.css';

export function DnsHelp({ domain }: { readonly domain: CustomDomain }) {
  const types = new Set(domain.dns_records.map(({ type }) => type));
  // A wildcard's is its asterisk.
  const first = domain.host.slice(0, domain.host.indexOf('.'));
  return (
    <details className={styles['help']}>
      <summary>
        <ChevronRight size={15} aria-hidden />
        How to set {domain.dns_records.length === 1 ? 'it' : 'them'}, and how long that takes
      </summary>
      <ul>
        <li>
          Many providers append the domain to the name. If yours does, enter only the part before it, such as{' '}
          <code>{first}</code>, and <code>@</code> for the domain itself.
        </li>
        {types.has('CNAME') ? (
          <li>A name with a CNAME record can't have other records. Remove its A and AAAA records first.</li>
        ) : (
          <li>
            Remove other A and AAAA records for the same name. A single one that points elsewhere breaks the
            domain.
          </li>
        )}
        {types.has('ALIAS') ? (
          <li>
            Some providers call ALIAS “ANAME” or “CNAME flattening”. A CNAME record isn't allowed at the top
            of a domain.
          </li>
        ) : null}
        <li>
          With Cloudflare, switch the record to <strong>DNS only</strong> (the grey cloud).
        </li>
        <li>
          New records usually work within minutes. If a name was looked up before it existed, resolvers may
          cache that for up to an hour.
        </li>
      </ul>
    </details>
  );
}
