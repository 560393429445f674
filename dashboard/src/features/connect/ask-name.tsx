/** Asks what customers know the account as, until somebody has said so. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unnamedAccount } from '../../../../src/core/account-name.ts';
import { useCanWrite, useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { brandQuery, updateBrand } from './connect-queries.ts';

const laterKey = 'nameplate.name-later';

export function AskName() {
  const { account } = useSession();
  const canWrite = useCanWrite();
  const [isLater, setLater] = useState(localStorage.getItem(laterKey) === account.uuid);
  const isAsked = canWrite && !isLater && account.name === unnamedAccount;
  const { data } = useQuery({ ...brandQuery(account.uuid), enabled: isAsked });
  if (!isAsked || data === undefined || data.name !== null) return null;
  return (
    <Card title="What do your customers call you?">
      <Form
        initial={{ name: '' }}
        fields={() => [
          {
            name: 'name',
            kind: 'text',
            label: 'Company or product',
            hint: 'Shown on the pages and e-mails with which customers connect their domains. Until it is set, there are none.',
            autoComplete: 'organization',
            required: true,
          },
        ]}
        send={({ name }) => updateBrand(account.uuid, { name })}
        changes={['brand']}
        onSaved={() => {}}
        onCancel={() => {
          localStorage.setItem(laterKey, account.uuid);
          setLater(true);
        }}
        action="Save"
      />
    </Card>
  );
}
