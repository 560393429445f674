/** To which upstream a rule proxies. Source: docs/reference/rules.md ("Proxy"). */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAccountUuid } from '../../../session/session.ts';
import { SelectField } from '../../../ui/field.tsx';
import { upstreamChoicesQuery, upstreamOrigin } from '../../upstreams/upstream-queries.ts';

export function UpstreamField({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (uuid: string) => void;
}) {
  const { data } = useQuery(upstreamChoicesQuery(useAccountUuid()));
  const known = (data?.records ?? []).map((upstream) => ({
    value: upstream.uuid,
    label: upstreamOrigin(upstream),
  }));
  const isKnown = value === '' || known.some((upstream) => upstream.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      options={[
        { value: '', label: data === undefined ? 'Loading…' : 'Choose an upstream' },
        ...known,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      error={error}
      onChange={onChange}
      hint={
        data?.records.length === 0 ? (
          <>
            This account has none yet. <Link to="/upstreams">Add an upstream</Link>
          </>
        ) : undefined
      }
    />
  );
}
