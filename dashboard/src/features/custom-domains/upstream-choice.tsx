/** Where the requests for a new domain go: to an upstream that there is, or to a new one. */
import type { components } from '../../../../client/src/openapi.ts';
import { SelectField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { UpstreamFields, type UpstreamValues } from '../upstreams/upstream-fields.tsx';
import { upstreamOrigin } from '../upstreams/upstream-queries.ts';
import styles from './add-domain.module.css';

export type UpstreamChoiceValues = {
  readonly kind: 'existing' | 'new';
  /** Of an existing one; empty: the first of the list. */
  readonly upstreamUuid: string;
  readonly upstream: UpstreamValues;
};

export function UpstreamChoice({
  upstreams,
  values,
  onChange,
  failure,
  showsEmpty,
}: {
  readonly upstreams: readonly components['schemas']['Upstream'][];
  readonly values: UpstreamChoiceValues;
  readonly onChange: (change: Partial<UpstreamChoiceValues>) => void;
  /** Of creating the upstream. */
  readonly failure: unknown;
  readonly showsEmpty: boolean;
}) {
  return (
    <>
      {upstreams.length === 0 ? null : (
        <div className={styles['which']}>
          <Segmented
            label="Upstream"
            value={values.kind}
            onChange={(kind) => onChange({ kind })}
            options={[
              { value: 'existing', label: 'Existing server' },
              { value: 'new', label: 'New server' },
            ]}
          />
        </div>
      )}
      {values.kind === 'existing' ? (
        <SelectField
          label="Server"
          value={values.upstreamUuid}
          onChange={(upstreamUuid) => onChange({ upstreamUuid })}
          options={upstreams.map((upstream) => ({ value: upstream.uuid, label: upstreamOrigin(upstream) }))}
        />
      ) : (
        <UpstreamFields
          values={values.upstream}
          onChange={(change) => onChange({ upstream: { ...values.upstream, ...change } })}
          failure={failure}
          showsEmpty={showsEmpty}
        />
      )}
    </>
  );
}
