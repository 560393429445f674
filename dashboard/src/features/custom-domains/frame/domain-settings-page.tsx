/** A custom domain's settings: DNS records, certificate, options and deletion. */

import { useAccountUuid } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { useHashTarget } from '../../../ui/use-hash-target.ts';
import { ConnectCard } from '../../connect/connect-card.tsx';
import { ErrorPages } from '../../error-pages/error-pages.tsx';
import { VersionsButton } from '../../versions/versions-button.tsx';
import { DomainStatus } from '../domain-status.tsx';
import { CertificatePanel } from '../settings/certificate-panel.tsx';
import { DeleteDomain } from '../settings/delete-domain.tsx';
import { DnsPanel } from '../settings/dns-panel.tsx';
import { Readiness } from '../settings/readiness.tsx';
import styles from '../settings/settings.module.css';
import { SettingsForm } from '../settings/settings-form.tsx';
import { UpstreamCard } from '../settings/upstream-card.tsx';
import { useDomain } from './domain-context.ts';

export function DomainSettingsPage() {
  const domain = useDomain();
  const accountUuid = useAccountUuid();
  useHashTarget();
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <Readiness domain={domain} />
        <Card id="dns" title="DNS records" actions={<DomainStatus domain={domain} />}>
          <DnsPanel domain={domain} />
        </Card>
        <Card
          id="settings"
          title="Settings"
          actions={<VersionsButton of={{ kind: 'custom_domain', id: domain.uuid }} name={domain.host} />}
        >
          <SettingsForm key={domain.updated_at} domain={domain} />
        </Card>
        <Card id="error-pages" title="Error pages">
          <p className={styles['text']}>
            Visitors of {domain.host} get these in place of a plain sentence. Its upstream can have pages for
            all of its domains.
          </p>
          <ErrorPages owner={{ accountUuid, upstreamUuid: domain.upstream_uuid, domainUuid: domain.uuid }} />
        </Card>
      </div>
      <div className={styles['side']}>
        <Card id="certificate" title="Certificate">
          <CertificatePanel domain={domain} />
        </Card>
        <ConnectCard domain={domain} />
        <UpstreamCard domain={domain} />
        <Card id="delete" title="Delete">
          <p className={styles['text']}>
            Stops serving {domain.host}. The upstream and other domains aren't affected.
          </p>
          <DeleteDomain domain={domain} />
        </Card>
      </div>
    </div>
  );
}
