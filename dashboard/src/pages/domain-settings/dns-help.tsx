/** What trips people up when they set DNS records. */
import { ChevronRight } from 'lucide-react';
import type { CustomDomain } from '../domains/domain-queries.ts';
import styles from './dns-panel.module.css';

export function DnsHelp({ domain }: { readonly domain: CustomDomain }) {
  const types = new Set(domain.dns_records.map(({ type }) => type));
  const first = domain.host.slice(0, domain.host.indexOf('.'));
  return (
    <details className={styles['help']}>
      <summary>
        <ChevronRight size={15} aria-hidden />
        How to set {domain.dns_records.length === 1 ? 'it' : 'them'}, and how long it takes
      </summary>
      <ul>
        <li>
          Many providers add the domain to a name by themselves. There, enter only the part before it, such as{' '}
          <code>{first}</code>, and <code>@</code> for the domain itself.
        </li>
        {types.has('CNAME') ? (
          <li>
            A name with a CNAME record can have no other record: remove A and AAAA records of the same name
            first.
          </li>
        ) : (
          <li>
            Remove other A and AAAA records of the same name: one that leads elsewhere is enough to fail.
          </li>
        )}
        {types.has('ALIAS') ? (
          <li>
            ALIAS is called ANAME or “CNAME flattening” by some providers. A CNAME record cannot stand at the
            domain itself.
          </li>
        ) : null}
        <li>
          With Cloudflare, switch the record to <strong>DNS only</strong> (the grey cloud).
        </li>
        <li>
          New records mostly work within minutes. A name that somebody asked for before it existed may count
          as missing for up to an hour.
        </li>
      </ul>
    </details>
  );
}
