/**
 * The popover that finds a domain by a part of its host and opens it. The API searches, so thousands of domains are fine.
 * Source: WAI-ARIA Authoring Practices, "Combobox Pattern" with a list box popup.
 */
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { customDomains } from '../../../api/resources.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { BreakableHost } from '../../../ui/breakable-host.tsx';
import type { TriggerProps } from '../../../ui/lazy-popup.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { useDomain } from './domain-context.ts';
import styles from './domain-switcher.module.css';
import { switchedAddress } from './switch-address.ts';

const pauseMs = 150;

export function DomainSearch({
  trigger,
  open,
  onOpenChange,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Popover label="Switch domain" align="start" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <Combobox onClose={() => onOpenChange(false)} />
    </Popover>
  );
}

function Combobox({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const current = useDomain();
  const navigate = useNavigate();
  const location = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const query = useSettled(text.trim(), pauseMs);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    customDomains.list(
      { account_uuid: useAccountUuid() },
      { per_page: 20, sort: 'host', ...(query === '' ? {} : { query }) },
    ),
  );
  const found = data?.data ?? [];
  const at = Math.min(active, found.length - 1);
  const isWaiting = isPlaceholderData || query !== text.trim();

  const pick = (uuid: string): void => {
    onClose();
    if (uuid !== current.uuid) void navigate(switchedAddress(uuid, location));
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = found[at];
    // The list is of an earlier text until the answer arrives, so Enter would open a domain that doesn't match.
    if (event.key === 'Enter') {
      if (chosen !== undefined && !isWaiting) pick(chosen.uuid);
    } else if (event.key === 'ArrowDown') setActive(found.length === 0 ? 0 : (at + 1) % found.length);
    else if (event.key === 'ArrowUp') {
      setActive(found.length === 0 ? 0 : (at + found.length - 1) % found.length);
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles['search']}>
      <div className={styles['field']}>
        <Search size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search domains"
          placeholder="Search domains"
          aria-expanded={found.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={found[at] === undefined ? undefined : `${id}${found[at].uuid}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      </div>
      {error === null ? null : <FailureNotice error={error} onRetry={() => void refetch()} />}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Domains"
        aria-busy={isWaiting || undefined}
        className={styles['list']}
      >
        {found.map(({ uuid, host }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the keys
          <div
            key={uuid}
            id={`${id}${uuid}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(uuid)}
          >
            <span>
              <BreakableHost text={host} />
            </span>
            {uuid === current.uuid ? <span className={styles['current']}>Current</span> : null}
          </div>
        ))}
      </div>
      <p className={styles['count']} role="status">
        {data === undefined ? '' : countOf(found.length, data.pagination.count)}
      </p>
    </div>
  );
}

function countOf(shown: number, total: number): string {
  if (total === 0) return 'No domain matches.';
  if (shown === total) return `${formatInteger(total)} ${total === 1 ? 'domain' : 'domains'}`;
  return `Showing ${formatInteger(shown)} of ${formatInteger(total)}. Type to narrow the list.`;
}
