/** The values of a property of custom events, and how many visitors sent each. The address keeps what is chosen. */
import { useQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useScope } from '../../../analytics/scope.ts';
import { eventNamesQuery } from '../../../conversions/event-names.ts';
import { propertyKeysQuery } from '../../../conversions/property-keys.ts';
import { visibleLabel } from '../../../lists/visible-label.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FieldRow, SelectField } from '../../../ui/field.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { useDomain } from '../../custom-domains/frame/domain-context.ts';
import { usePropertiesAddress } from './properties-address.ts';
import styles from './properties-page.module.css';
import { ValuesCard } from './values-card.tsx';

export function PropertiesPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const { event, property, choose } = usePropertiesAddress();
  const keys = useQuery(propertyKeysQuery(uuid, scope));
  const [first] = keys.data ?? [];
  const key = property || first;
  const { data: events = [] } = useQuery({
    ...eventNamesQuery(uuid, scope, key),
    enabled: key !== undefined,
  });
  if (key === undefined) {
    return (
      <Card>
        {keys.error !== null || keys.data === undefined ? (
          <Pending
            error={keys.error}
            onRetry={() => void keys.refetch()}
            lines={8}
            label="Loading properties"
          />
        ) : (
          <EmptyState icon={<Tags size={20} />} title="No properties in this period">
            Pages send them with custom events:
            <code className={styles['example']}>nameplate('Signup', {"{ props: { plan: 'pro' } }"})</code>
          </EmptyState>
        )}
      </Card>
    );
  }
  return (
    <>
      <FieldRow>
        <SelectField
          label="Property"
          value={key}
          options={optionsOf(keys.data ?? [], key)}
          onChange={(next) => choose({ property: next, event: '' })}
        />
        <SelectField
          label="Event"
          value={event}
          options={[{ value: '', label: 'All custom events' }, ...optionsOf(events, event)]}
          onChange={(next) => choose({ event: next })}
        />
      </FieldRow>
      <ValuesCard key={`${event} ${key}`} scope={scope} event={event} property={key} />
    </>
  );
}

/** The address may name one that isn't in the list. */
function optionsOf(values: readonly string[], chosen: string) {
  const all = chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
  return all.map((value) => ({ value, label: visibleLabel(value, 60) }));
}
