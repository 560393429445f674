/** The fields of one condition. Source: docs/reference/rules.md ("Conditions"). */
import type { ComponentProps } from 'react';
import { httpMethods } from '../../../../../src/core/http-methods.ts';
import type { ConditionName } from '../../../../../src/rules/conditions/conditions.ts';
import { browserSlugs, systemSlugs } from '../../../../../src/rules/device-slugs.ts';
import { ruleDevices } from '../../../../../src/rules/rule-request.ts';
import { countryName } from '../../../map/country-name.ts';
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { CountryOptions, countryCodeOf } from '../country-options.tsx';
import { languageName } from '../rule-words.ts';
import { BotsField } from './bots-field.tsx';
import type { ConditionProps } from './form-props.ts';
import { QueryField } from './query-field.tsx';
import styles from './rule-form.module.css';

import { TagsField } from './tags-field.tsx';

const verdicts = [
  { value: 'true', label: 'Verified by their address' },
  { value: 'false', label: 'Not verified' },
];

export function ConditionField({ name, ...props }: ConditionProps & { readonly name: ConditionName }) {
  const { values, problems, autoFocus, onChange } = props;
  const tags = {
    items:
      name === 'methods' ||
      name === 'countries' ||
      name === 'languages' ||
      name === 'systems' ||
      name === 'browsers' ||
      name === 'addresses' ||
      name === 'client_certificate'
        ? values[name]
        : [],
    error: problems[name],
    autoFocus,
    onChange: (items: readonly string[]) => onChange({ [name]: items }),
  };
  switch (name) {
    case 'path':
      return (
        <TextField
          label="Path"
          placeholder="/blog/:slug or /docs/*"
          autoCapitalize="none"
          autoFocus={autoFocus}
          value={values.path}
          error={problems.path}
          onChange={(event) => onChange({ path: event.target.value })}
          hint={
            <>
              <code>:name</code> stands for one segment, <code>*</code> at the end for the rest, which
              destinations call <code>:splat</code>.
            </>
          }
        />
      );
    case 'query':
      return <QueryField {...props} />;
    case 'methods':
      return (
        <>
          <TagsField
            {...tags}
            label="Methods"
            placeholder="GET"
            list="rule-methods"
            itemOf={(text) => text.toUpperCase()}
          />
          <datalist id="rule-methods">
            {httpMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </datalist>
        </>
      );
    case 'countries':
      return (
        <>
          <TagsField
            {...tags}
            label="Countries"
            placeholder="Germany or DE"
            list="rule-countries"
            nameOf={countryName}
            itemOf={(text) => countryCodeOf(text) ?? text}
            hint="By the visitor's IP address. A visitor whose country is unknown is in none."
          />
          <CountryOptions id="rule-countries" />
        </>
      );
    case 'languages':
      return (
        <TagsField
          {...tags}
          label="Languages"
          placeholder="de or de-AT"
          nameOf={languageName}
          hint="The one the browser prefers. de includes de-AT."
        />
      );
    case 'devices':
      return <DevicesField {...props} />;
    case 'systems':
      return (
        <SlugsField
          {...tags}
          label="Operating systems"
          placeholder="ios"
          list="rule-systems"
          slugs={systemSlugs}
        />
      );
    case 'browsers':
      return (
        <SlugsField
          {...tags}
          label="Browsers"
          placeholder="chrome"
          list="rule-browsers"
          slugs={browserSlugs}
        />
      );
    case 'bots':
      return <BotsField {...props} />;
    case 'verified':
      return (
        <SelectField
          label="Crawlers"
          value={String(values.verified)}
          options={verdicts}
          autoFocus={autoFocus}
          onChange={(verified) => onChange({ verified: verified === 'true' })}
        />
      );
    case 'addresses':
      return (
        <TagsField
          {...tags}
          label="IP addresses"
          placeholder="203.0.113.0/24"
          hint="Addresses or CIDR ranges."
        />
      );
    case 'client_certificate':
      return (
        <TagsField
          {...tags}
          label="Client certificate fingerprints"
          placeholder="AB:CD:…, SHA-256"
          hint="Leave empty for any client certificate that the host accepts. Never holds on hosts that don't ask for one."
        />
      );
    case 'starts_at':
    case 'ends_at':
      return (
        <TextField
          label={name === 'starts_at' ? 'From' : 'Until'}
          type="datetime-local"
          step={1}
          autoFocus={autoFocus}
          value={values[name]}
          error={problems[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
          hint={`In your time zone, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        />
      );
    case 'share':
      return (
        <TextField
          label="Share of visitors, in percent"
          inputMode="decimal"
          autoFocus={autoFocus}
          value={values.share}
          error={problems.share}
          onChange={(event) => onChange({ share: event.target.value })}
          hint="A visitor stays in or out for a month. Two rules with 20 and 50, one after the other: the second gets 30%."
        />
      );
  }
}

function SlugsField({
  slugs,
  ...field
}: ComponentProps<typeof TagsField> & { readonly list: string; readonly slugs: readonly string[] }) {
  return (
    <>
      <TagsField {...field} itemOf={(text) => text.toLowerCase()} />
      <datalist id={field.list}>
        {slugs.map((slug) => (
          <option key={slug}>{slug}</option>
        ))}
      </datalist>
    </>
  );
}

function DevicesField({ values, problems, autoFocus, onChange }: ConditionProps) {
  return (
    <FieldGroup legend="Devices">
      <div className={styles['checks']}>
        {ruleDevices.map((device, index) => (
          <CheckField
            key={device}
            label={device}
            autoFocus={autoFocus && index === 0}
            aria-invalid={(index === 0 && problems.devices !== undefined) || undefined}
            checked={values.devices.includes(device)}
            onChange={(event) => {
              const others = values.devices.filter((one) => one !== device);
              onChange({ devices: event.target.checked ? [...others, device] : others });
            }}
          />
        ))}
      </div>
      {problems.devices === undefined ? null : (
        <p className={styles['error']} role="alert">
          {problems.devices}
        </p>
      )}
    </FieldGroup>
  );
}
