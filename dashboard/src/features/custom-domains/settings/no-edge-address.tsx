/** Replaces the DNS records while the service doesn't know its public address. */
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { CustomDomain } from '../domain-queries.ts';
import styles from './dns-panel.module.css';

const byName = 'NAMEPLATE_EDGE_HOSTNAME=edge.example.net';
const byAddress = 'NAMEPLATE_EDGE_ADDRESSES="203.0.113.7 2001:db8::7"';

export function NoEdgeAddress({ domain }: { readonly domain: CustomDomain }) {
  return (
    <div className={styles['panel']}>
      <Notice tone="warning">
        Nameplate doesn't know its own public address, so it can't list or check the records that{' '}
        {domain.host} needs.
      </Notice>
      <p className={styles['lead']}>
        Set one of these environment variables and restart Nameplate. The records then appear here, for every
        domain.
      </p>
      <dl className={styles['settings']}>
        <dt>A public name of this server that domains point to with a CNAME record</dt>
        <dd>
          <code>{byName}</code>
          <CopyButton text={byName} label="Copy the setting of the name" />
        </dd>
        <dt>Its public addresses, for A and AAAA records; needed where there is no name</dt>
        <dd>
          <code>{byAddress}</code>
          <CopyButton text={byAddress} label="Copy the setting of the addresses" />
        </dd>
      </dl>
      <p className={styles['muted']}>
        The domain works without this once its DNS points to this server; only the list of records and their
        check are missing.
      </p>
    </div>
  );
}
