/** The fields that narrow a list of requests. */
import { useState } from 'react';
import { httpMethods } from '../../../../src/core/http-methods.ts';
import { countryCode, countryName } from '../../map/country-name.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { botClassNames } from '../rules/bot-class-names.ts';
import { CountryOptions } from '../rules/country-options.tsx';
import type { RequestFilters } from './request-filters.ts';
import styles from './requests.module.css';

type Option = { readonly value: string; readonly label: string };

const statuses: readonly Option[] = [
  { value: '', label: 'Any status' },
  { value: '2xx', label: '2xx: answered' },
  { value: '3xx', label: '3xx: redirected' },
  { value: '4xx', label: '4xx: refused' },
  { value: '404', label: '404: not found' },
  { value: '5xx', label: '5xx: failed' },
];
const visitors: readonly Option[] = [
  { value: '', label: 'People and bots' },
  { value: 'people', label: 'People' },
  { value: 'scanners', label: 'Scanners and datacenters' },
  { value: 'bots', label: 'All bots' },
  ...Object.entries(botClassNames).map(([value, name]) => ({
    value,
    label: name.charAt(0).toUpperCase() + name.slice(1),
  })),
];
const failures: readonly Option[] = [
  { value: '', label: 'Failed or not' },
  { value: 'any', label: 'Any failure' },
  ...[
    'unmatched',
    'blocked',
    'login_required',
    'rate_limited',
    'challenge_required',
    'rules_too_expensive',
    'location_too_long',
    'ai_crawler',
    'client_certificate_required',
    'misdirected',
    'maintenance',
    'redirect_loop',
    'proxy_loop',
    'refused',
    'unreachable',
    'not_found',
    'tls',
    'died_unanswered',
    'died_midway',
    'busy',
    'client_limit',
    'connect_timeout',
    'response_timeout',
  ].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];
const devices: readonly Option[] = [
  { value: '', label: 'Any device' },
  ...['Desktop', 'Mobile', 'Tablet'].map((value) => ({ value, label: value })),
];
const methods: readonly Option[] = [
  { value: '', label: 'Any method' },
  ...httpMethods.map((value) => ({ value, label: value })),
];

export function FilterFields({
  filters,
  onChange,
}: {
  readonly filters: RequestFilters;
  readonly onChange: (name: keyof RequestFilters, value: string) => void;
}) {
  return (
    <div className={styles['filters']} role="group" aria-label="Filters">
      <div className={styles['path']}>
        <SearchField label="Path contains" value={filters.path} onChange={(text) => onChange('path', text)} />
      </div>
      <Choice
        label="Status"
        value={filters.status}
        options={statuses}
        onChange={(value) => onChange('status', value)}
      />
      <Choice
        label="Failure"
        value={filters.failure}
        options={failures}
        onChange={(value) => onChange('failure', value)}
      />
      <Choice
        label="Method"
        value={filters.method}
        options={methods}
        onChange={(value) => onChange('method', value)}
      />
      <Choice
        label="Visitors"
        value={filters.who}
        options={visitors}
        onChange={(value) => onChange('who', value)}
      />
      <Choice
        label="Device"
        value={filters.device}
        options={devices}
        onChange={(value) => onChange('device', value)}
      />
      <TypedFilter
        label="Country"
        list="filter-countries"
        value={filters.country === '' ? '' : countryName(filters.country)}
        onChange={(text) => onChange('country', text === '' ? '' : (countryCode(text) ?? text))}
      />
      <TypedFilter label="Rule" value={filters.rule} onChange={(text) => onChange('rule', text)} />
      <TypedFilter
        label="Target contains"
        value={filters.target}
        onChange={(text) => onChange('target', text)}
      />
      <TypedFilter label="Source" value={filters.source} onChange={(text) => onChange('source', text)} />
      <CountryOptions id="filter-countries" />
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}) {
  // The address may name another one.
  const isKnown = options.some((option) => option.value === value);
  return (
    <select
      className={styles['choice']}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {isKnown ? null : <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Applies when it is left, or with Enter. */
function TypedFilter({
  label,
  value,
  list,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly list?: string;
  readonly onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const apply = (): void => {
    if (typed !== undefined && typed.trim() !== value) onChange(typed.trim());
    setTyped(undefined);
  };
  return (
    <input
      type="text"
      className={styles['choice']}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      list={list}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
