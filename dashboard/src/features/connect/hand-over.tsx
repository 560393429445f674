/** Offers to have the domain's owner set the records: by a link, or by email. */
import { lazy, Suspense, useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import type { CustomDomain } from '../custom-domains/domain-queries.ts';
import styles from './connect-card.module.css';

const ConnectLinkDialog = lazy(async () => ({
  default: (await import('./connect-link-dialog.tsx')).ConnectLinkDialog,
}));

export function HandOver({ domain }: { readonly domain: CustomDomain }) {
  const accountUuid = useAccountUuid();
  const [isOpen, setOpen] = useState(false);
  if (!useCanWrite()) return null;
  const place = {
    account_uuid: accountUuid,
    upstream_uuid: domain.upstream_uuid,
    custom_domain_uuid: domain.uuid,
  };
  return (
    <>
      <p>
        Does your customer manage the DNS of {domain.host}? Send them the records and a page that checks them,
        in their language.
      </p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => setOpen(true)}>
          Send link or email
        </Button>
      </div>
      <Suspense>
        {isOpen ? (
          <ConnectLinkDialog kind="connect" host={domain.host} place={place} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
      <p>Or set the records yourself:</p>
    </>
  );
}
