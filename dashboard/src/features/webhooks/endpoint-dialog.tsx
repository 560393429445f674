/** Adds a webhook endpoint, whose secret is then shown this one time, or changes one. */
import type { WebhookEventType } from '../../../../src/core/webhook-event.ts';
import { deliveries, type Endpoint, endpoints } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EventsField } from './events-field.tsx';
import { shownSecret } from './shown-secret.ts';

type Values = {
  readonly url: string;
  readonly description: string;
  readonly isAll: boolean;
  readonly events: readonly WebhookEventType[];
  readonly active: boolean;
};

export function EndpointDialog({
  endpoint,
  onClose,
}: {
  /** The one to change; undefined: a new one. */
  readonly endpoint: Endpoint | undefined;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  return (
    <FormDialog
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      onClose={onClose}
      draft={`webhook:${endpoint?.uuid ?? 'new'}`}
      initial={valuesOf(endpoint)}
      fields={({ url, isAll, events }) => [
        {
          name: 'url',
          kind: 'text',
          label: 'URL',
          placeholder: 'https://app.example.com/webhooks',
          inputMode: 'url',
          autoCapitalize: 'off',
          autoFocus: true,
          required: true,
          hint: 'Your program gets each event as a POST request there.',
          problem: url.trim() === '' ? 'Enter the address of your program.' : undefined,
        },
        { name: 'description', kind: 'text', label: 'Description', optional: true, maxLength: 200 },
        {
          name: 'events',
          kind: 'own',
          problem: isAll || events.length > 0 ? undefined : 'Choose at least one event.',
          render: ({ values, edit, error }) => (
            <EventsField isAll={values.isAll} events={values.events} onChange={edit} error={error} />
          ),
        },
        {
          name: 'active',
          kind: 'check',
          label: 'Active',
          hint: 'Paused endpoints miss events for good.',
        },
      ]}
      send={({ url, description, isAll, events, active }) => {
        const body = {
          url: url.trim(),
          description: description.trim(),
          events: isAll ? [] : [...events],
          active,
        };
        return endpoint
          ? endpoints.update({ account_uuid, webhook_endpoint_uuid: endpoint.uuid }, body)
          : endpoints.create({ account_uuid }, body);
      }}
      changes={[endpoints.key, deliveries.key]}
      done={endpoint ? 'Endpoint saved' : undefined}
      action={endpoint ? 'Save changes' : 'Add endpoint'}
      shown={(saved) =>
        'secret' in saved && typeof saved.secret === 'string'
          ? {
              ...shownSecret(saved.secret),
              more: (
                <p>
                  Deliveries are signed with it, so that your program can tell that they come from Nameplate.
                </p>
              ),
            }
          : undefined
      }
    />
  );
}

function valuesOf(endpoint: Endpoint | undefined): Values {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    isAll: endpoint === undefined || endpoint.events.length === 0,
    events: endpoint?.events ?? [],
    active: endpoint?.active ?? true,
  };
}
