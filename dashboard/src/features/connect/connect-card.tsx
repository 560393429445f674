/** Links for the domain's owner. The address of a new one is shown this one time. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRelative } from '../../format/dates.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useSave } from '../../ui/use-save.ts';
import type { CustomDomain } from '../custom-domains/domain-queries.ts';
import settingsStyles from '../custom-domains/settings/settings.module.css';
import { BrandDialog } from './brand-dialog.tsx';
import styles from './connect-card.module.css';
import { ConnectLinkDialog } from './connect-link-dialog.tsx';
import { connectLinksQuery, type LinkKind, revokeConnectLink } from './connect-queries.ts';

export function ConnectCard({ domain }: { readonly domain: CustomDomain }) {
  const accountUuid = useAccountUuid();
  const place = {
    account_uuid: accountUuid,
    upstream_uuid: domain.upstream_uuid,
    custom_domain_uuid: domain.uuid,
  };
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery(connectLinksQuery(place));
  const [open, setOpen] = useState<LinkKind | 'brand'>();
  const { run } = useSave({
    changes: ['connect-links'],
    done: 'The link no longer opens the page.',
    toastsFailures: true,
  });
  return (
    <Card id="connect" title="Connect page">
      <div className={settingsStyles['stack']}>
        <p className={settingsStyles['small']}>
          A page for the owner of {domain.host}: the records to set, whether they are found, and later the
          visitors. Shared statistics show the visitors alone. Neither needs an account.
        </p>
        {data ? (
          <ul className={styles['links']} aria-label="Open links">
            {data.map(({ uuid, kind, created_at: createdAt, expires_at: expiresAt }) => (
              <li key={uuid}>
                <span>
                  {kind === 'statistics' ? 'Statistics, created' : 'Created'} {formatRelative(createdAt)},
                  expires {formatRelative(expiresAt)}
                </span>
                {canWrite ? (
                  <Button
                    size="s"
                    aria-label={`Revoke the link created ${formatRelative(createdAt)}`}
                    onClick={() => void run(() => revokeConnectLink(place, uuid))}
                  >
                    Revoke
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <Pending error={error} onRetry={() => void refetch()} lines={1} label="Loading the links" />
        )}
        {canWrite ? (
          <div className={styles['actions']}>
            <Button onClick={() => setOpen('connect')}>New link</Button>
            <Button onClick={() => setOpen('statistics')}>Share statistics</Button>
            <Button onClick={() => setOpen('brand')}>Name, color and logo</Button>
          </div>
        ) : null}
      </div>
      {open === 'brand' ? <BrandDialog onClose={() => setOpen(undefined)} /> : null}
      {open === undefined || open === 'brand' ? null : (
        <ConnectLinkDialog kind={open} host={domain.host} place={place} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}
