/** Adds an upstream, or changes one. */
import { type Upstream, upstreams } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { isHealthComplete } from './health-check-values.ts';
import { areTargetsComplete } from './target-rows.ts';
import { UpstreamAdvanced } from './upstream-advanced.tsx';
import { type AdvancedValues, advancedBody, advancedFields, advancedOf } from './upstream-advanced-values.ts';
import {
  emptyUpstream,
  isUpstreamComplete,
  UpstreamFields,
  type UpstreamValues,
} from './upstream-fields.tsx';

type Values = UpstreamValues &
  AdvancedValues & {
    /** Empty: one is made, or the present one stays. */
    readonly authToken: string;
    readonly maintenance: boolean;
  };

/** Fields that say themselves what is wrong with them. */
const incomplete = 'Incomplete.';

export function UpstreamDialog({
  upstream,
  onClose,
}: {
  /** The one to change; undefined: a new one. */
  readonly upstream: Upstream | undefined;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  const initial: Values = {
    ...(upstream === undefined
      ? emptyUpstream
      : { host: upstream.host, port: String(upstream.port), tls: upstream.tls }),
    authToken: '',
    maintenance: upstream?.maintenance ?? false,
    ...advancedOf(upstream),
  };
  return (
    <FormDialog
      title={upstream === undefined ? 'Add upstream' : `Edit ${upstream.host}`}
      description={
        upstream === undefined
          ? 'One of your servers. You add custom domains to it afterwards.'
          : 'Changes apply to all of its domains immediately.'
      }
      onClose={onClose}
      draft={`upstream:${upstream?.uuid ?? 'new'}`}
      initial={initial}
      fields={(values) => [
        {
          name: 'host',
          kind: 'own',
          parameters: ['host', 'port'],
          problem: isUpstreamComplete(values) ? undefined : incomplete,
          render: ({ edit, failure, isTried }) => (
            <UpstreamFields
              values={values}
              onChange={edit}
              failure={failure}
              showsEmpty={isTried}
              autoFocus
            />
          ),
        },
        {
          name: 'authToken',
          kind: 'text',
          label: upstream === undefined ? 'Auth token' : 'New auth token',
          optional: true,
          maxLength: 256,
          parameters: ['auth_token'],
          problem: tokenProblem(values.authToken),
          hint:
            upstream === undefined
              ? 'Leave empty to generate one.'
              : 'Leave empty to keep the current one. To change it without downtime, make your server accept both first.',
        },
        ...(upstream === undefined
          ? []
          : [
              {
                name: 'maintenance',
                kind: 'check',
                label: 'Maintenance',
                hint: 'Visitors of all its domains get a 503 page instead of this server.',
              } as const,
            ]),
        {
          name: 'targets',
          kind: 'own',
          parameters: advancedFields,
          problem:
            areTargetsComplete(values.targets, values) && isHealthComplete(values.healthCheck)
              ? undefined
              : incomplete,
          render: ({ edit, failure }) => (
            <UpstreamAdvanced values={values} onChange={edit} failure={failure} />
          ),
        },
      ]}
      send={(values) => {
        const authToken = values.authToken.trim();
        const body = {
          host: values.host.trim(),
          port: Number(values.port),
          tls: values.tls,
          maintenance: values.maintenance,
          ...(authToken === '' ? {} : { auth_token: authToken }),
          ...advancedBody(values),
        };
        return upstream === undefined
          ? upstreams.create({ account_uuid }, body)
          : upstreams.update({ account_uuid, upstream_uuid: upstream.uuid }, body);
      }}
      changes={[upstreams.key]}
      done={({ host }) => `Upstream ${host} ${upstream === undefined ? 'added' : 'saved'}`}
      action={upstream === undefined ? 'Add upstream' : 'Save changes'}
    />
  );
}

function tokenProblem(text: string): string | undefined {
  const token = text.trim();
  return token === '' || /^[\x21-\x7e]{8,256}$/.test(token)
    ? undefined
    : 'A token is 8 to 256 letters, digits and symbols, without spaces.';
}
