/** Finds a domain, a page or a setting by a part of its name, and opens it. */
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCanWrite, useSession } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { FailureNotice } from '../../ui/notice.tsx';
import { SearchList } from '../../ui/search-list.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { switchedAddress } from '../custom-domains/frame/switch-address.ts';
import { useFoundDomains } from '../custom-domains/use-found-domains.ts';
import { commandsAt, matching, openDomain } from './commands.ts';
import styles from './palette.module.css';

/** More domains than that are found by another letter. */
const mostDomains = 8;

export function Palette({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const opener = useOpener(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Viewport className={dialogStyles['viewport']}>
          <Dialog.Popup
            finalFocus={opener}
            aria-label="Go to"
            className={[dialogStyles['popup'], styles['popup']].join(' ')}
          >
            <Search onClose={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const location = useLocation();
  const canWrite = useCanWrite();
  const { user } = useSession();
  const [text, setText] = useState('');
  const { found, isWaiting, error, retry } = useFoundDomains(text, mostDomains);
  const commands = matching(commandsAt(location, { canWrite, hasProfile: user !== null }), text);
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
    onClose();
    if (id.startsWith('/')) void navigate(id);
    else void navigate(home === undefined ? `/domains/${id}/visitors` : switchedAddress(id, location));
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
