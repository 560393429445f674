/** Creates a token, whose secret is shown this one time. */
import { parseLabel } from '../../../../src/core/label.ts';
import { type AccessToken, tokens } from '../../api/resources.ts';
import { formatDate } from '../../format/dates.ts';
import { useAccountUuid } from '../../session/session.ts';
import { TextArea } from '../../ui/field.tsx';
import type { FieldDefinition } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { dayProblem, expiresAt, type Lifetime, lifetimes } from './lifetime.ts';
import { namedDomains } from './named-domains.ts';
import styles from './tokens.module.css';

type Values = {
  readonly name: string;
  readonly scope: AccessToken['scope'];
  /** One per line, as are external ids. */
  readonly hosts: string;
  readonly externalIds: string;
  readonly mayApply: boolean;
  readonly lifetime: Lifetime;
  readonly day: string;
};

const initial: Values = {
  name: '',
  scope: 'read',
  hosts: '',
  externalIds: '',
  mayApply: false,
  lifetime: '90',
  day: '',
};

const permissions: Readonly<Record<AccessToken['scope'], string>> = {
  read: 'can only read',
  write: 'can read and write',
  analytics: 'can only read analytics',
};

const scopes = [
  {
    value: 'read',
    label: 'Read only',
    hint: "Can see everything in this account, including analytics, but can't change anything.",
  },
  {
    value: 'write',
    label: 'Read and write',
    hint: 'Can also change domains, redirects and certificates, and create and revoke tokens.',
  },
  {
    value: 'analytics',
    label: 'Analytics only',
    hint: "Can only read reports, usage and findings of custom domains: for your customers' analytics in your own product.",
  },
];

/** The domains of a token with the scope `analytics`. */
const domainFields: readonly FieldDefinition<Values>[] = [
  {
    name: 'hosts',
    kind: 'own',
    parameters: ['custom_domain_uuids'],
    render: ({ values, edit, error }) => (
      <TextArea
        label="Custom domains"
        hint="Hosts, one a line."
        optional
        rows={3}
        value={values.hosts}
        error={error}
        onChange={({ target }) => edit({ hosts: target.value })}
      />
    ),
  },
  {
    name: 'externalIds',
    kind: 'own',
    parameters: ['external_ids'],
    render: ({ values, edit }) => (
      <TextArea
        label="External ids"
        hint="One per line. Without hosts and external ids, the token reads all custom domains."
        optional
        rows={3}
        value={values.externalIds}
        onChange={({ target }) => edit({ externalIds: target.value })}
      />
    ),
  },
];

const mayApplyField: FieldDefinition<Values> = {
  name: 'mayApply',
  kind: 'check',
  parameters: ['may_apply'],
  label: 'Apply plans without approval',
  hint: 'Assistants with this token change domains, redirects and rules on their own: nobody has to approve their plans first.',
};

export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const account_uuid = useAccountUuid();
  return (
    <FormDialog
      title="New access token"
      onClose={onClose}
      draft="token:new"
      initial={initial}
      fields={({ name, scope, lifetime, day }) => [
        {
          name: 'name',
          kind: 'text',
          label: 'Name',
          placeholder: 'deploy, Grafana, Anna',
          hint: 'Who or what uses it, so you know which one to revoke later.',
          autoFocus: true,
          required: true,
          maxLength: 200,
          problem: nameProblem(name),
        },
        { name: 'scope', kind: 'choice', label: 'Scope', options: scopes },
        ...(scope === 'analytics' ? domainFields : [mayApplyField]),
        [
          {
            name: 'lifetime',
            kind: 'select',
            label: 'Works for',
            options: lifetimes,
            parameters: ['expires_at'],
          },
          ...(lifetime === 'date'
            ? [
                {
                  name: 'day',
                  kind: 'text',
                  label: 'Last day',
                  type: 'date',
                  problem: dayProblem(lifetime, day),
                } as const,
              ]
            : []),
        ],
      ]}
      send={async ({ name, scope, hosts, externalIds, mayApply, lifetime, day }) =>
        tokens.create(
          { account_uuid },
          {
            name: name.trim(),
            scope,
            expires_at: expiresAt(lifetime, day) ?? null,
            ...(scope === 'analytics'
              ? await namedDomains(account_uuid, hosts, externalIds)
              : { may_apply: mayApply }),
          },
        )
      }
      changes={[tokens.key]}
      action="Create token"
      shown={(token) => ({
        title: 'Copy the token now',
        warning:
          "This is the only time it's shown. It isn't stored, so a lost token can't be recovered, only replaced.",
        text: token.token,
        label: 'Copy the token',
        more: (
          <p className={styles['muted']}>
            “{token.name}” {permissions[token.scope]}
            {token.may_apply ? ', can apply plans without approval,' : ''}
            {token.expires_at === null
              ? ' and does not expire.'
              : ` and works until ${formatDate(token.expires_at)}.`}{' '}
            Keep it like a password.
          </p>
        ),
      })}
    />
  );
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter what the token is for.';
  return parseLabel(name) === undefined ? 'Use at most 200 characters on one line.' : undefined;
}
