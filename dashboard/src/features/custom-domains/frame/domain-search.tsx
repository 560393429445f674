/** The popover that finds a domain by a part of its host and opens it. */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatInteger } from '../../../format/numbers.ts';
import { BreakableHost } from '../../../ui/breakable-host.tsx';
import type { PopupProps } from '../../../ui/lazy-popup.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { SearchList } from '../../../ui/search-list.tsx';
import { useFoundDomains } from '../use-found-domains.ts';
import { useDomain } from './domain-context.ts';
import { switchedAddress } from './switch-address.ts';

export function DomainSearch({ trigger, open, onOpenChange }: PopupProps) {
  return (
    <Popover label="Switch domain" align="start" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <DomainList onClose={() => onOpenChange(false)} />
    </Popover>
  );
}

function DomainList({ onClose }: { readonly onClose: () => void }) {
  const current = useDomain();
  const navigate = useNavigate();
  const location = useLocation();
  const [text, setText] = useState('');
  const { found, isWaiting, error, retry, total } = useFoundDomains(text, 20);
  const pick = (uuid: string): void => {
    onClose();
    if (uuid !== current.uuid) void navigate(switchedAddress(uuid, location));
  };
  return (
    <SearchList
      label="Search domains"
      listLabel="Domains"
      text={text}
      onText={setText}
      isWaiting={isWaiting}
      options={found.map(({ uuid, host }) => ({
        id: uuid,
        content: <BreakableHost text={host} />,
        aside: uuid === current.uuid ? 'Current' : undefined,
      }))}
      onPick={pick}
      notice={error === null ? null : <FailureNotice error={error} onRetry={retry} />}
      status={total === undefined ? '' : countOf(found.length, total)}
    />
  );
}

function countOf(shown: number, total: number): string {
  if (total === 0) return 'No domain matches.';
  if (shown === total) return `${formatInteger(total)} ${total === 1 ? 'domain' : 'domains'}`;
  return `Showing ${formatInteger(shown)} of ${formatInteger(total)}. Type to narrow the list.`;
}
