/** The DNS records of a domain: what to set, what is there, and what is wrong with it; looked at while it is shown. */
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from '../../../format/dates.ts';
import { useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyTextButton } from '../../../ui/copy-button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { readOnlyReason } from '../../../ui/read-only-notice.tsx';
import type { CustomDomain } from '../domain-queries.ts';
import { compareRecords, recordsAsText } from './compare-records.ts';
import { DnsHelp } from './dns-help.tsx';
import styles from './dns-panel.module.css';
import { DnsRecordTable } from './dns-record-table.tsx';
import { FoundRecords } from './found-records.tsx';
import { NoEdgeAddress } from './no-edge-address.tsx';
import { type DnsCheck, useDnsCheck } from './use-dns-check.ts';

export function DnsPanel({ domain }: { readonly domain: CustomDomain }) {
  const check = useDnsCheck(domain);
  const canWrite = useCanWrite();
  const { wanted, found } = compareRecords(domain);
  const isOwned = domain.ownership.status === 'verified';
  if (wanted.length === 0) return <NoEdgeAddress domain={domain} />;
  const problems = domain.dns_check?.problems ?? [];
  const isConnected = domain.status === 'dns_records_found' && isOwned;
  return (
    <div className={styles['panel']}>
      {domain.dns_records.length === 0 ? (
        <NoEdgeAddress domain={domain} />
      ) : (
        <Lead domain={domain} count={wanted.length} />
      )}
      {isOwned ? null : (
        <Notice tone="warning">
          Another account had {domain.host} until recently. It is served once the TXT record{' '}
          <code>{domain.ownership.record?.name}</code> proves that it is your customer’s. The record can go
          afterwards.
        </Notice>
      )}
      <DnsRecordTable wanted={wanted} />
      <div className={styles['bar']}>
        <CopyTextButton text={recordsAsText(wanted.map(({ record }) => record))}>Copy all</CopyTextButton>
        <p className={styles['when']}>
          <WhenChecked domain={domain} check={check} />
        </p>
        <Button
          size="s"
          icon={<RefreshCw size={15} aria-hidden />}
          busy={check.isChecking}
          disabled={!canWrite}
          title={canWrite ? undefined : readOnlyReason}
          onClick={check.checkNow}
        >
          Check now
        </Button>
      </div>
      {check.failure === undefined ? null : <FailureNotice error={check.failure} onRetry={check.checkNow} />}
      {domain.status === 'pending_check' || problems.length === 0 ? null : (
        <ul className={styles['problems']} aria-label="What is wrong">
          {problems.map((problem) => (
            <li key={problem}>
              <Notice tone={isConnected ? 'warning' : 'danger'}>{problem}</Notice>
            </li>
          ))}
        </ul>
      )}
      {isConnected && problems.length === 0 ? null : <FoundRecords found={found} />}
      {isConnected ? null : <DnsHelp domain={domain} />}
    </div>
  );
}

function Lead({ domain, count }: { readonly domain: CustomDomain; readonly count: number }) {
  switch (domain.status) {
    case 'dns_records_found':
      return (
        <Notice tone="success">
          {domain.redirect_to_www
            ? `${domain.host} and www.${domain.host} point here.`
            : `${domain.host} points here.`}{' '}
          Keep {count === 1 ? 'the record' : 'the records'} in place.
        </Notice>
      );
    case 'dns_records_not_found':
    case 'pending_check':
      return (
        <p className={styles['lead']}>
          Set {count === 1 ? 'this record' : 'these records'} where the DNS of <strong>{domain.host}</strong>{' '}
          is managed. This page checks for {count === 1 ? 'it' : 'them'} and tells you when{' '}
          {count === 1 ? 'it is' : 'they are'} there.
        </p>
      );
    default:
      return domain.status satisfies never;
  }
}

function WhenChecked({ domain, check }: { readonly domain: CustomDomain; readonly check: DnsCheck }) {
  const nowMs = useNow(check.nextAtMs !== undefined);
  if (check.isChecking) return 'Checking DNS…';
  const at = domain.last_dns_check_at;
  const left =
    check.nextAtMs === undefined ? undefined : Math.max(1, Math.ceil((check.nextAtMs - nowMs) / 1000));
  const next =
    left === undefined ? '' : ` · again in ${left < 100 ? `${left} s` : `${Math.ceil(left / 60)} min`}`;
  if (at === null) return `Not checked yet${next}`;
  return (
    <span title={formatDateTime(at)}>
      Checked {formatRelative(at, nowMs)}
      {next}
    </span>
  );
}

/** The current time, updated every second while it matters. */
function useNow(isCounting: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), isCounting ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return nowMs;
}
