/** The key of a property, typed or chosen from those that events had in the chosen days. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useScope } from '../analytics/scope.ts';
import { propertyKeysQuery } from '../conversions/property-keys.ts';
import { TextField } from '../ui/field.tsx';

export function PropertyField({
  domainUuid,
  value,
  onChange,
  error,
}: {
  readonly domainUuid: string;
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly error: string | undefined;
}) {
  const listId = useId();
  const { scope } = useScope('visitors');
  const { data: keys = [] } = useQuery(propertyKeysQuery(domainUuid, scope));
  return (
    <>
      <TextField
        label="Property"
        value={value}
        list={listId}
        autoCapitalize="off"
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <datalist id={listId}>
        {keys.map((key) => (
          <option key={key}>{key}</option>
        ))}
      </datalist>
    </>
  );
}
