/** Finds a domain, a page or a setting by a part of its name, and opens it. */
import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCanWrite, useSession } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import type { PopupProps } from '../../ui/lazy-popup.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { SearchList } from '../../ui/search-list.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { switchedAddress } from '../custom-domains/frame/switch-address.ts';
import { useFoundDomains } from '../custom-domains/use-found-domains.ts';
import { commandsAt, matching, openDomain } from './commands.ts';
import styles from './palette.module.css';

/** More domains than that are found by another letter. */
const mostDomains = 8;

export function Palette({ trigger, open, onOpenChange }: PopupProps) {
  const opener = useOpener(open);
  // Whoever went to another page continues there.
  const hasPicked = useRef(false);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        hasPicked.current = false;
        onOpenChange(next);
      }}
    >
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Viewport className={dialogStyles['viewport']}>
          <Dialog.Popup
            finalFocus={() => (hasPicked.current ? false : opener())}
            aria-label="Go to"
            className={[dialogStyles['popup'], styles['popup']].join(' ')}
          >
            <Search
              onPicked={() => {
                hasPicked.current = true;
                onOpenChange(false);
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onPicked }: { readonly onPicked: () => void }) {
  const navigate = useNavigate();
  const location = useLocation();
  const canWrite = useCanWrite();
  const { user } = useSession();
  const [text, setText] = useState('');
  const { found, isWaiting, error, retry } = useFoundDomains(text, mostDomains);
  const commands = matching(commandsAt(location, { canWrite, user }), text);
  const home = openDomain(location.pathname);
  const domains = found.map(({ uuid, host }) => ({
    id: uuid,
    group: 'Domains',
    content: <BreakableHost text={host} />,
    aside: home === `/domains/${uuid}` ? 'Current' : undefined,
  }));
  const others = commands.map(({ to, label, group }) => ({ id: to, group, content: label }));
  const options = text.trim() === '' ? [...others, ...domains] : [...domains, ...others];
  const pick = (id: string): void => {
    onPicked();
    if (id.startsWith('/')) void navigate(id);
    else if (home !== `/domains/${id}`)
      void navigate(home === undefined ? `/domains/${id}/visitors` : switchedAddress(id, location));
  };
  return (
    <SearchList
      label="Search domains, pages and settings"
      listLabel="Places"
      text={text}
      onText={setText}
      options={options}
      isWaiting={isWaiting}
      onPick={pick}
      notice={error === null ? null : <FailureNotice error={error} onRetry={retry} />}
      status={options.length === 0 && !isWaiting ? 'Nothing matches.' : ''}
    />
  );
}
