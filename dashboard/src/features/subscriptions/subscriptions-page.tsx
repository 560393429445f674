/** Who gets emails about the account's domains. */

import { Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Subscription, subscriptions } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useAddressDialog } from '../../ui/use-address-dialog.ts';
import { useList } from '../../ui/use-list.ts';
import { languageChoices } from './language-choices.ts';

const whats = [
  { value: 'findings', label: 'What is wrong' },
  { value: 'report', label: 'Reports' },
] as const;
const frequencies = [
  { value: 'instant', label: 'At once' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'On the first of the month' },
] as const;

export function SubscriptionsPage() {
  const canWrite = useCanWrite();
  const list = useList(subscriptions, { account_uuid: useAccountUuid() });
  const { isOpen, open, close } = useAddressDialog('new');
  const [toDelete, setToDelete] = useState<Subscription>();
  const columns: readonly Column<Subscription>[] = [
    {
      name: 'Address',
      render: ({ email, confirmed_at: confirmedAt }) => (
        <>
          <bdi>{email}</bdi> {confirmedAt === null ? <Badge tone="warning">Not confirmed</Badge> : null}
        </>
      ),
    },
    { name: 'Gets', render: ({ what }) => labelOf(whats, what) },
    { name: 'When', render: ({ frequency }) => labelOf(frequencies, frequency) },
    {
      name: 'About',
      render: ({ custom_domain_uuid: uuid, external_id: externalId }) =>
        uuid === null ? externalId === null ? 'All domains' : <bdi>{externalId}</bdi> : 'One domain',
    },
    {
      name: '',
      align: 'end',
      render: (subscription) => (
        <Button
          size="s"
          disabled={!canWrite}
          title={canWrite ? undefined : readOnlyReason}
          aria-label={`Delete the subscription of ${subscription.email}`}
          onClick={() => setToDelete(subscription)}
        >
          Delete…
        </Button>
      ),
    },
  ];
  return (
    <ListPage
      title="Emails"
      description="Problems as they are found, and regular reports. People who aren’t members confirm their address first."
      what="subscriptions"
      add={{ label: 'New subscription', icon: <Plus size={16} aria-hidden />, onClick: open }}
      list={list}
      label="Subscriptions"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      empty={{ icon: <Mail size={20} />, title: 'Nobody gets emails' }}
    >
      {isOpen ? <SubscribeDialog onClose={close} /> : null}
      {toDelete ? <DeleteDialog subscription={toDelete} onClose={() => setToDelete(undefined)} /> : null}
    </ListPage>
  );
}

type Initial = {
  readonly email: string;
  readonly what: 'findings' | 'report';
  readonly frequency: 'instant' | 'daily' | 'weekly' | 'monthly';
  readonly external_id: string;
  readonly language: (typeof languageChoices)[number]['value'];
};
const initial: Initial = {
  email: '',
  what: 'findings',
  frequency: 'instant',
  external_id: '',
  language: 'en',
};

function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const account_uuid = useAccountUuid();
  return (
    <FormDialog
      title="New subscription"
      onClose={onClose}
      initial={initial}
      fields={({ what }) => [
        {
          name: 'email',
          kind: 'text',
          label: 'Email address',
          type: 'email',
          hint: 'An address that isn’t a member’s gets one email to confirm it.',
          autoFocus: true,
          required: true,
        },
        { name: 'what', kind: 'select', label: 'Gets', options: whats },
        {
          name: 'frequency',
          kind: 'select',
          label: 'When',
          options: what === 'report' ? frequencies.slice(1) : frequencies,
        },
        {
          name: 'external_id',
          kind: 'text',
          label: 'Only domains with this external id',
          optional: true,
        },
        { name: 'language', kind: 'select', label: 'Language', options: languageChoices },
      ]}
      send={({ external_id: externalId, frequency, ...values }) =>
        subscriptions.create(
          { account_uuid },
          {
            ...values,
            // As the field shows it.
            frequency: values.what === 'report' && frequency === 'instant' ? 'daily' : frequency,
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            ...(externalId.trim() === '' ? {} : { external_id: externalId.trim() }),
          },
        )
      }
      changes={[subscriptions.key]}
      action="Subscribe"
    />
  );
}

function DeleteDialog({
  subscription: { uuid, email },
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  return (
    <ConfirmDialog
      title={`Delete the subscription of ${email}?`}
      action="Delete"
      onClose={onClose}
      send={() => subscriptions.remove({ account_uuid, subscription_uuid: uuid })}
      changes={[subscriptions.key]}
    >
      <p>The address gets no more of these emails.</p>
    </ConfirmDialog>
  );
}

function labelOf(
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
