/** The hosts of the account on which a certificate can be served. */

import { useQuery } from '@tanstack/react-query';
import type { Certificate } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './certificates.module.css';
import { servedHostsQuery } from './served-hosts.ts';

export function CertificateHosts({ certificate }: { readonly certificate: Certificate }) {
  const accountUuid = useAccountUuid();
  const { data, error, refetch } = useQuery(servedHostsQuery(accountUuid, certificate));
  return (
    <Card title="Hosts of this account">
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={3} label="Looking for hosts" />
      ) : data.hosts.length === 0 ? (
        <p className={styles['muted']}>
          No domain or redirect uses one of these names yet. The certificate is served as soon as one does.
        </p>
      ) : (
        <ScrollRegion label="Hosts" className={styles['nameList']}>
          <ul>
            {data.hosts.map(({ host, hasOther }) => (
              <li key={host}>
                {host}
                {hasOther ? <span className={styles['muted']}> (has another certificate, too)</span> : null}
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
      {data?.isWhole === false ? (
        <p className={styles['muted']}>Only the first 5,000 hosts were checked.</p>
      ) : null}
    </Card>
  );
}
