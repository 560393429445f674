/** Which events an endpoint gets: all of them, or those that are ticked. */
import { type WebhookEventType, webhookEvents } from '../../../../src/core/webhook-event.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckField } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './webhooks.module.css';

const scopes = [
  { value: 'all', label: 'All events', hint: 'Also those that later versions add.' },
  { value: 'some', label: 'Some events', hint: 'You choose which.' },
] as const;

export function EventsField({
  isAll,
  events,
  onChange,
  error,
}: {
  readonly isAll: boolean;
  readonly events: readonly WebhookEventType[];
  readonly onChange: (change: { isAll?: boolean; events?: readonly WebhookEventType[] }) => void;
  readonly error: string | undefined;
}) {
  return (
    <>
      <ChoiceField
        label="Events"
        value={isAll ? 'all' : 'some'}
        options={scopes}
        onChange={(scope) => onChange({ isAll: scope === 'all' })}
        error={error}
      />
      {isAll ? null : (
        <div className={styles['groups']}>
          {Object.entries(webhookEvents).map(([name, types]) => (
            <FieldGroup key={name} legend={name}>
              {types.map((type) => (
                <CheckField
                  key={type}
                  label={<code>{type}</code>}
                  checked={events.includes(type)}
                  onChange={({ target: { checked } }) =>
                    onChange({
                      events: checked ? [...events, type] : events.filter((other) => other !== type),
                    })
                  }
                />
              ))}
            </FieldGroup>
          ))}
        </div>
      )}
    </>
  );
}
