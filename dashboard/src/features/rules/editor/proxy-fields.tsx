/** To which upstream a rule proxies, and how. Source: docs/reference/rules.md ("Proxy"). */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAccountUuid } from '../../../session/session.ts';
import { FieldRow, SelectField, TextField } from '../../../ui/field.tsx';
import { upstreamChoicesQuery, upstreamOrigin } from '../../upstreams/upstream-queries.ts';
import type { FormProps } from './form-props.ts';

const hosts = [
  { value: 'upstream', label: "The upstream's" },
  { value: 'original', label: 'The one the visitor asked for' },
];

export function ProxyFields({ values, problems, onChange }: FormProps) {
  const { data } = useQuery(upstreamChoicesQuery(useAccountUuid()));
  const known = (data?.records ?? []).map((upstream) => ({
    value: upstream.uuid,
    label: upstreamOrigin(upstream),
  }));
  const isKnown = values.upstreamUuid === '' || known.some(({ value }) => value === values.upstreamUuid);
  return (
    <>
      <SelectField
        label="Upstream"
        value={values.upstreamUuid}
        options={[
          { value: '', label: data === undefined ? 'Loading…' : 'Choose an upstream' },
          ...known,
          ...(isKnown ? [] : [{ value: values.upstreamUuid, label: values.upstreamUuid }]),
        ]}
        error={problems.upstreamUuid}
        onChange={(event) => onChange({ upstreamUuid: event.target.value })}
        hint={
          data?.records.length === 0 ? (
            <>
              This account has none yet. <Link to="/upstreams">Add an upstream</Link>
            </>
          ) : undefined
        }
      />
      <FieldRow>
        <TextField
          label="Take from the path's beginning"
          optional
          placeholder="/api"
          autoCapitalize="none"
          value={values.stripPrefix}
          error={problems.stripPrefix}
          onChange={(event) => onChange({ stripPrefix: event.target.value })}
        />
        <TextField
          label="Put before the path"
          optional
          placeholder="/v2"
          autoCapitalize="none"
          value={values.prefix}
          error={problems.prefix}
          onChange={(event) => onChange({ prefix: event.target.value })}
        />
      </FieldRow>
      <SelectField
        label="Host that the upstream sees"
        value={values.hostHeader}
        options={hosts}
        error={problems.hostHeader}
        onChange={(event) =>
          onChange({ hostHeader: event.target.value === 'original' ? 'original' : 'upstream' })
        }
      />
    </>
  );
}
