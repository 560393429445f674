/** What a rule does. Source: docs/reference/rules.md ("Actions"). */
import { CheckField, FieldRow, SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { BasicAuthFields } from './basic-auth-fields.tsx';
import type { FormProps } from './form-props.ts';
import { HeaderFields } from './header-fields.tsx';
import { ProxyFields } from './proxy-fields.tsx';
import styles from './rule-form.module.css';
import type { ActionName } from './rule-values.ts';

const actions: readonly { readonly value: ActionName; readonly label: string; readonly hint: string }[] = [
  { value: 'redirect', label: 'Redirect', hint: 'Sends the visitor to another address.' },
  { value: 'proxy', label: 'Proxy', hint: 'Passes the request to one of your upstreams.' },
  { value: 'respond', label: 'Respond', hint: 'Answers with a text of your own.' },
  { value: 'block', label: 'Block', hint: 'Answers 403.' },
  {
    value: 'basic_auth',
    label: 'Ask for a password',
    hint: 'With a right name and password, the rules below are looked at.',
  },
  {
    value: 'rate_limit',
    label: 'Limit requests',
    hint: 'Answers 429 above the limit. Below it, the rules below are looked at.',
  },
  {
    value: 'set_headers',
    label: 'Set header fields',
    hint: 'Sets or removes fields. The rules below are looked at, too.',
  },
  { value: 'pass', label: 'Skip the rules below', hint: "The host's redirect and custom domain follow." },
];

export function ActionFields({
  knownUsers,
  ...props
}: FormProps & { readonly knownUsers: ReadonlySet<string> }) {
  const { values, problems, onChange } = props;
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['legend']}>Then</legend>
      <SelectField
        label="Action"
        value={values.action}
        options={actions}
        error={problems.action}
        hint={actions.find(({ value }) => value === values.action)?.hint}
        onChange={(event) => {
          const action = actions.find(({ value }) => value === event.target.value);
          if (action) onChange({ action: action.value });
        }}
      />
      {values.action === 'redirect' ? <RedirectFields {...props} /> : null}
      {values.action === 'proxy' ? <ProxyFields {...props} /> : null}
      {values.action === 'respond' ? <RespondFields {...props} /> : null}
      {values.action === 'basic_auth' ? <BasicAuthFields {...props} knownUsers={knownUsers} /> : null}
      {values.action === 'rate_limit' ? <RateLimitFields {...props} /> : null}
      {values.action === 'set_headers' ? <HeaderFields {...props} /> : null}
    </fieldset>
  );
}

const statuses = [
  { value: '301', label: '301 Moved Permanently' },
  { value: '302', label: '302 Found' },
  { value: '303', label: '303 See Other' },
  { value: '307', label: '307 Temporary Redirect' },
  { value: '308', label: '308 Permanent Redirect' },
];

function RedirectFields({ values, problems, onChange }: FormProps) {
  return (
    <>
      <TextField
        label="Goes to"
        placeholder="https://www.example.com/:splat"
        inputMode="url"
        autoCapitalize="none"
        required
        value={values.to}
        error={problems.to}
        onChange={(event) => onChange({ to: event.target.value })}
        hint={
          <>
            A full address, or a path on the same host. <code>:name</code> and <code>:splat</code> are
            replaced by what they stood for in the path or query.
          </>
        }
      />
      <FieldRow>
        <SelectField
          label="Status"
          value={values.redirectStatus}
          options={statuses}
          error={problems.redirectStatus}
          onChange={(event) => onChange({ redirectStatus: event.target.value })}
        />
        <CheckField
          label="Append the query"
          hint="Adds the request's query to the destination's."
          checked={values.passesQuery}
          onChange={(event) => onChange({ passesQuery: event.target.checked })}
        />
      </FieldRow>
    </>
  );
}

function RespondFields({ values, problems, onChange }: FormProps) {
  return (
    <>
      <FieldRow>
        <TextField
          label="Status"
          inputMode="numeric"
          value={values.respondStatus}
          error={problems.respondStatus}
          onChange={(event) => onChange({ respondStatus: event.target.value })}
          hint="200 to 599."
        />
        <TextField
          label="Content type"
          autoCapitalize="none"
          value={values.contentType}
          error={problems.contentType}
          onChange={(event) => onChange({ contentType: event.target.value })}
          hint="Such as text/html; charset=utf-8."
        />
      </FieldRow>
      <TextArea
        label="Body"
        rows={6}
        value={values.body}
        error={problems.body}
        onChange={(event) => onChange({ body: event.target.value })}
        hint="At most 64 KiB."
      />
    </>
  );
}

function RateLimitFields({ values, problems, onChange }: FormProps) {
  return (
    <FieldRow>
      <TextField
        label="Requests"
        inputMode="numeric"
        value={values.requests}
        error={problems.requests}
        onChange={(event) => onChange({ requests: event.target.value })}
        hint="That each IP address may make."
      />
      <TextField
        label="In seconds"
        inputMode="numeric"
        value={values.seconds}
        error={problems.seconds}
        onChange={(event) => onChange({ seconds: event.target.value })}
        hint="60 for a minute, 3600 for an hour."
      />
    </FieldRow>
  );
}
