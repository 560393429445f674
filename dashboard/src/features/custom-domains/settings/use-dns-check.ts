/**
 * Looks at the DNS records of a domain again and again while its page is open and in sight, with growing pauses, until
 * they are found, as the user is waiting for them. With a read-only token, it fetches the service's own checks
 * instead.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { type CustomDomain, domainQuery, keepDomain } from '../domain-queries.ts';
import { verifyDnsRecords } from './change-domain.ts';
import { pauseBefore } from './dns-check-pauses.ts';

export type DnsCheck = {
  readonly isChecking: boolean;
  readonly checkNow: () => void;
  /** When it looks again by itself; undefined when it does not. */
  readonly nextAtMs: number | undefined;
  /** Why the last attempt to look failed. */
  readonly failure: unknown;
};

export function useDnsCheck(domain: CustomDomain): DnsCheck {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const [checks, setChecks] = useState(0);
  const [nextAtMs, setNextAtMs] = useState<number>();
  const [failure, setFailure] = useState<unknown>(undefined);
  const latest = useRef(domain);
  useEffect(() => {
    latest.current = domain;
  }, [domain]);

  const check = useCallback(async (): Promise<void> => {
    setChecking(true);
    try {
      const before = latest.current;
      const checked = canWrite
        ? await verifyDnsRecords(accountUuid, before)
        : await queryClient.fetchQuery({ ...domainQuery(accountUuid, before.uuid), staleTime: 0 });
      keepDomain(queryClient, checked, {
        isSameInLists:
          checked.status === before.status && checked.ownership.status === before.ownership.status,
      });
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setChecking(false);
      setChecks((done) => done + 1);
    }
  }, [accountUuid, canWrite, queryClient]);

  // The needed records changed, so someone is about to set them.
  const wanted = JSON.stringify([domain.dns_records, domain.ownership.record]);
  useEffect(() => setChecks(0), [wanted]);

  const isWaiting =
    (domain.status !== 'dns_records_found' && domain.dns_records.length > 0) ||
    domain.ownership.status !== 'verified';
  useEffect(() => {
    if (!isWaiting || isChecking) {
      setNextAtMs(undefined);
      return;
    }
    const pauseMs = pauseBefore(checks);
    setNextAtMs(Date.now() + pauseMs);
    let stopWaiting = (): void => {};
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') {
        void check();
        return;
      }
      const onVisible = (): void => {
        if (document.visibilityState !== 'visible') return;
        stopWaiting();
        void check();
      };
      document.addEventListener('visibilitychange', onVisible);
      stopWaiting = () => document.removeEventListener('visibilitychange', onVisible);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [isWaiting, isChecking, checks, check]);

  return {
    isChecking,
    checkNow: useCallback(() => {
      setChecks(0);
      void check();
    }, [check]),
    nextAtMs,
    failure,
  };
}
