/** Asks before a certificate is deleted, and names the hosts that have no other. */
import { useQuery } from '@tanstack/react-query';
import { type Certificate, certificates } from '../../api/resources.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './certificates.module.css';
import { titleOf } from './names.ts';
import { servedHostsQuery } from './served-hosts.ts';

const maxNamed = 8;

export function DeleteCertificate({
  certificate,
  onClose,
  onDeleted,
}: {
  readonly certificate: Certificate;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}) {
  const accountUuid = useAccountUuid();
  const { data, error } = useQuery(servedHostsQuery(accountUuid, certificate));
  const left = data?.hosts.filter(({ hasOther }) => !hasOther) ?? [];
  const name = titleOf(certificate);
  return (
    <ConfirmDialog
      title={`Delete the certificate of ${name}?`}
      action="Delete certificate"
      send={() => certificates.remove({ account_uuid: accountUuid, certificate_uuid: certificate.uuid })}
      done={`The certificate of ${name} was deleted.`}
      changes={[certificates.key]}
      deletes={[certificate.uuid]}
      onClose={onClose}
      onSaved={onDeleted}
    >
      <div className={styles['confirm']}>
        <p>The certificate and its private key are deleted. This can't be undone.</p>
        {data === undefined && !error ? <Skeleton lines={2} label="Looking for hosts that use it" /> : null}
        {error ? <p>Couldn't find out which hosts use it.</p> : null}
        {data === undefined ? null : left.length === 0 ? (
          <p>
            {data.hosts.length === 0
              ? 'No host in this account uses it.'
              : 'Every host that uses it has another certificate.'}
          </p>
        ) : (
          <>
            <p>
              <strong>
                {left.length === 1 ? 'One host has' : `${formatInteger(left.length)} hosts have`} no other
                certificate:
              </strong>
            </p>
            <ul className={styles['left']}>
              {left.slice(0, maxNamed).map(({ host }) => (
                <li key={host}>{host}</li>
              ))}
              {left.length > maxNamed ? <li>and {formatInteger(left.length - maxNamed)} more</li> : null}
            </ul>
            <p>
              {left.length === 1 ? 'It is' : 'They are'} served an automatic certificate where those are
              ordered; elsewhere https:// stops working.
            </p>
          </>
        )}
        {data?.isWhole === false ? <p>Only the first 5,000 hosts were checked.</p> : null}
      </div>
    </ConfirmDialog>
  );
}
