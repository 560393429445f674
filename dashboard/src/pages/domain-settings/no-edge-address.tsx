/** Stands where the DNS records would be while nobody has told the service where the public reaches it. */
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import styles from './dns-panel.module.css';

const byName = 'NAMEPLATE_EDGE_HOSTNAME=edge.example.net';
const byAddress = 'NAMEPLATE_EDGE_ADDRESSES="203.0.113.7 2001:db8::7"';

export function NoEdgeAddress({ domain }: { readonly domain: CustomDomain }) {
  return (
    <div className={styles['panel']}>
      <Notice tone="warning">
        Nameplate does not know where visitors reach it, so it cannot say which records {domain.host} needs,
        nor check them.
      </Notice>
      <p className={styles['lead']}>
        Whoever runs this installation sets one of these in its environment and starts it again. The records
        then appear here, for every domain.
      </p>
      <dl className={styles['settings']}>
        <dt>A public name of this server, which domains point at with a CNAME record</dt>
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
        The domain works without it as soon as its DNS leads to this server. Only the check and the records
        are missing.
      </p>
    </div>
  );
}
