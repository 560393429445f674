/** Bulk actions on the selected domains: a request for each, a few at a time. What failed stays selected, and is named. */
import { useQueryClient } from '@tanstack/react-query';
import { Construction, CornerDownRight, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../api/api-error.ts';
import { changed } from '../../../api/changed.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { BreakableHost } from '../../../ui/breakable-host.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectionFrame } from '../../../ui/selection-frame.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { CustomDomain } from '../domain-queries.ts';
import { deleteDomain, moveDomain, updateDomain, verifyDnsRecords } from '../settings/change-domain.ts';
import { MoveDomainsDialog } from './move-domains-dialog.tsx';
import { type Outcome, runEach } from './run-each.ts';
import styles from './selection-bar.module.css';

const mostNamed = 6;

export function SelectionBar({
  chosen,
  onSelect,
}: {
  readonly chosen: readonly CustomDomain[];
  readonly onSelect: (uuids: readonly string[]) => void;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [dialog, setDialog] = useState<'move' | 'delete'>();
  const [progress, setProgress] = useState<number>();
  const [failed, setFailed] = useState<Outcome<CustomDomain>['failed']>([]);
  const counted = countedDomains(chosen.length);

  /** `deletes`: whether what was done is gone. */
  const run = async (
    act: (domain: CustomDomain) => Promise<unknown>,
    verb: string,
    deletes = false,
  ): Promise<void> => {
    setProgress(0);
    setFailed([]);
    const outcome = await runEach(chosen, act, setProgress);
    setProgress(undefined);
    setFailed(outcome.failed);
    if (outcome.done.length > 0) toast.done(`${countedDomains(outcome.done.length)} ${verb}`);
    onSelect(outcome.failed.map(({ item }) => item.uuid));
    await changed(queryClient, ['custom-domains'], deletes ? outcome.done.map(({ uuid }) => uuid) : []);
  };
  const isBusy = progress !== undefined;
  const isAnyServed = chosen.some(({ maintenance }) => !maintenance);
  const setMaintenance = (maintenance: boolean) =>
    run(
      async (domain) =>
        domain.maintenance === maintenance || updateDomain(accountUuid, domain, { maintenance }),
      maintenance ? 'in maintenance' : 'out of maintenance',
    );
  return (
    <>
      <div className={styles['bar']}>
        <SelectionFrame
          label="Selected domains"
          count={chosen.length}
          status={isBusy ? `${formatInteger(progress)} of ${counted} done` : ''}
          disabled={isBusy}
          onClear={() => onSelect([])}
        >
          <Button
            size="s"
            icon={<RefreshCw size={14} aria-hidden />}
            disabled={!canWrite || isBusy || chosen.length === 0}
            onClick={() => void run((domain) => verifyDnsRecords(accountUuid, domain), 'checked')}
          >
            Check DNS
          </Button>
          <Button
            size="s"
            icon={<Construction size={14} aria-hidden />}
            disabled={!canWrite || isBusy || chosen.length === 0}
            onClick={() => void setMaintenance(isAnyServed)}
          >
            {isAnyServed ? 'Start maintenance' : 'End maintenance'}
          </Button>
          <Button
            size="s"
            icon={<CornerDownRight size={14} aria-hidden />}
            disabled={!canWrite || isBusy || chosen.length === 0}
            onClick={() => setDialog('move')}
          >
            Move…
          </Button>
          <Button
            size="s"
            icon={<Trash2 size={14} aria-hidden />}
            disabled={!canWrite || isBusy || chosen.length === 0}
            onClick={() => setDialog('delete')}
          >
            Delete…
          </Button>
        </SelectionFrame>
      </div>
      {failed.length === 0 ? null : (
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => setFailed([])}>
              Dismiss
            </Button>
          }
        >
          {countedDomains(failed.length)} failed and {failed.length === 1 ? 'is' : 'are'} still selected:
          <ul className={styles['failures']}>
            {failed.slice(0, mostNamed).map(({ item, error }) => (
              <li key={item.uuid}>
                <BreakableHost text={item.host} />: {sentenceOf(error)}
              </li>
            ))}
            {failed.length > mostNamed ? <li>and {formatInteger(failed.length - mostNamed)} more</li> : null}
          </ul>
        </Notice>
      )}
      {dialog === 'move' ? (
        <MoveDomainsDialog
          title={`Move ${counted} to another upstream`}
          onClose={() => setDialog(undefined)}
          onMove={(upstreamUuid) =>
            void run(
              // It may be there already.
              async (domain) =>
                domain.upstream_uuid === upstreamUuid || moveDomain(accountUuid, domain, upstreamUuid),
              'moved',
            )
          }
        />
      ) : null}
      {dialog === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${counted}?`}
          action="Delete"
          typed={counted}
          // The bar shows what comes of it.
          send={async () => {}}
          onSaved={() => void run((domain) => deleteDomain(accountUuid, domain), 'deleted', true)}
          onClose={() => setDialog(undefined)}
        >
          <p>
            Visitors are turned away immediately, and the analytics of these domains are no longer available.
            This can't be undone.
          </p>
          <ul>
            {chosen.slice(0, mostNamed).map(({ uuid, host }) => (
              <li key={uuid}>
                <BreakableHost text={host} />
              </li>
            ))}
            {chosen.length > mostNamed ? <li>and {formatInteger(chosen.length - mostNamed)} more</li> : null}
          </ul>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function countedDomains(count: number): string {
  return `${formatInteger(count)} ${count === 1 ? 'domain' : 'domains'}`;
}
