/** Asks what customers know the account as, until somebody has said so. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { unnamedAccount } from '../../../../src/core/account-name.ts';
import { useCanWrite, useSession } from '../../session/session.ts';
import { brandQuery } from './connect-queries.ts';

const NameForm = lazy(async () => ({ default: (await import('./name-form.tsx')).NameForm }));

const laterKey = 'nameplate.name-later';

export function AskName() {
  const { account } = useSession();
  const canWrite = useCanWrite();
  const [isLater, setLater] = useState(localStorage.getItem(laterKey) === account.uuid);
  const isAsked = canWrite && !isLater && account.name === unnamedAccount;
  const { data } = useQuery({ ...brandQuery(account.uuid), enabled: isAsked });
  if (!isAsked || data === undefined || data.name !== null) return null;
  return (
    <Suspense>
      <NameForm
        accountUuid={account.uuid}
        onLater={() => {
          localStorage.setItem(laterKey, account.uuid);
          setLater(true);
        }}
      />
    </Suspense>
  );
}
