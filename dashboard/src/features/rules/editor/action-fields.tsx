/** What a rule does. Source: docs/reference/rules.md ("Actions"). */
import { CheckField, FieldRow, SelectField, TextArea } from '../../../ui/field.tsx';
import { BasicAuthFields } from './basic-auth-fields.tsx';
import type { FormProps } from './form-props.ts';
import { HeaderFields } from './header-fields.tsx';
import { ProxyFields } from './proxy-fields.tsx';
import styles from './rule-form.module.css';
import type { ActionName } from './rule-values.ts';
import { ValueField } from './value-field.tsx';

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

function RedirectFields(form: FormProps) {
  const { values, problems, onChange } = form;
  return (
    <>
      <ValueField
        form={form}
        name="to"
        label="Goes to"
        placeholder="https://www.example.com/:splat"
        inputMode="url"
        autoCapitalize="none"
        required
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

function RespondFields(form: FormProps) {
  const { values, problems, onChange } = form;
  return (
    <>
      <FieldRow>
        <ValueField form={form} name="respondStatus" label="Status" inputMode="numeric" hint="200 to 599." />
        <ValueField
          form={form}
          name="contentType"
          label="Content type"
          autoCapitalize="none"
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

function RateLimitFields(form: FormProps) {
  return (
    <FieldRow>
      <ValueField
        form={form}
        name="requests"
        label="Requests"
        inputMode="numeric"
        hint="That each IP address may make."
      />
      <ValueField
        form={form}
        name="seconds"
        label="In seconds"
        inputMode="numeric"
        hint="60 for a minute, 3600 for an hour."
      />
    </FieldRow>
  );
}
