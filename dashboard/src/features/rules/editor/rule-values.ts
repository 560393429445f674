/** A rule as the fields of its form, and back. What the fields can't have stays as it was. Source: docs/reference/rules.md. */
import {
  conditionNames,
  type Rule,
  type RuleAction,
  type RuleConditions,
  type RuleDevice,
} from '../../../../../src/rules/rule.ts';
import { type FieldRow, fieldRows, fieldsOf } from './header-rows.ts';
import { instantOf, localTime } from './local-time.ts';

export type ConditionName = keyof RuleConditions;
export type ActionName = keyof (Record<'redirect', 0> &
  Record<'proxy', 0> &
  Record<'respond', 0> &
  Record<'block', 0> &
  Record<'basic_auth', 0> &
  Record<'rate_limit', 0> &
  Record<'set_headers', 0> &
  Record<'pass', 0>);

export type QueryRow = { readonly name: string; readonly kind: 'any' | 'is'; readonly value: string };
export type UserRow = { readonly name: string; readonly password: string };

export type RuleValues = {
  readonly name: string;
  readonly active: boolean;
  /** The conditions that the form shows. */
  readonly shown: readonly ConditionName[];
  readonly path: string;
  readonly query: readonly QueryRow[];
  readonly methods: readonly string[];
  readonly countries: readonly string[];
  readonly languages: readonly string[];
  readonly devices: readonly RuleDevice[];
  readonly bots: 'any' | 'none' | 'some';
  readonly botList: readonly string[];
  readonly addresses: readonly string[];
  /** In the browser's time zone. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly share: string;
  readonly action: ActionName;
  readonly to: string;
  readonly redirectStatus: string;
  readonly passesQuery: boolean;
  readonly upstreamUuid: string;
  readonly stripPrefix: string;
  readonly prefix: string;
  readonly hostHeader: 'upstream' | 'original';
  readonly respondStatus: string;
  readonly contentType: string;
  readonly body: string;
  readonly realm: string;
  readonly users: readonly UserRow[];
  readonly requests: string;
  readonly seconds: string;
  readonly requestFields: readonly FieldRow[];
  readonly responseFields: readonly FieldRow[];
};

export const emptyQueryRow: QueryRow = { name: '', kind: 'any', value: '' };
export const emptyUser: UserRow = { name: '', password: '' };

export const newRuleValues: RuleValues = {
  name: '',
  active: true,
  shown: ['path'],
  path: '',
  query: [emptyQueryRow],
  methods: [],
  countries: [],
  languages: [],
  devices: [],
  bots: 'any',
  botList: [],
  addresses: [],
  starts_at: '',
  ends_at: '',
  share: '50',
  action: 'redirect',
  to: '',
  redirectStatus: '301',
  passesQuery: true,
  upstreamUuid: '',
  stripPrefix: '',
  prefix: '',
  hostHeader: 'upstream',
  respondStatus: '200',
  contentType: 'text/plain; charset=utf-8',
  body: '',
  realm: 'Restricted',
  users: [emptyUser],
  requests: '100',
  seconds: '60',
  requestFields: [],
  responseFields: [],
};

export function valuesOfRule({ name, active, if: conditions = {}, then }: Rule): RuleValues {
  return {
    ...newRuleValues,
    name: name ?? '',
    active,
    shown: conditionNames.filter((condition) => conditions[condition] !== undefined),
    ...conditionValues(conditions),
    ...actionValues(then),
  };
}

function conditionValues({
  query,
  bots,
  starts_at,
  ends_at,
  share,
  ...same
}: RuleConditions): Partial<RuleValues> {
  return {
    ...same,
    ...(query && {
      query: Object.entries(query).map(([name, value]) =>
        value === true ? { name, kind: 'any', value: '' } : { name, kind: 'is', value },
      ),
    }),
    ...(bots !== undefined && (typeof bots === 'string' ? { bots } : { bots: 'some', botList: bots })),
    ...(starts_at !== undefined && { starts_at: localTime(starts_at) }),
    ...(ends_at !== undefined && { ends_at: localTime(ends_at) }),
    ...(share !== undefined && { share: String(share) }),
  };
}

function actionValues(then: RuleAction): Partial<RuleValues> {
  if ('redirect' in then) {
    const { to, status, query } = then.redirect;
    return { action: 'redirect', to, redirectStatus: String(status), passesQuery: query };
  }
  if ('proxy' in then) {
    const { upstream_uuid, strip_prefix = '', prefix = '', host_header } = then.proxy;
    return {
      action: 'proxy',
      upstreamUuid: upstream_uuid,
      stripPrefix: strip_prefix,
      prefix,
      hostHeader: host_header,
    };
  }
  if ('respond' in then) {
    const { status, content_type, body } = then.respond;
    return { action: 'respond', respondStatus: String(status), contentType: content_type, body };
  }
  if ('basic_auth' in then) {
    const { realm, users } = then.basic_auth;
    return {
      action: 'basic_auth',
      realm,
      users: users.map(({ name, password = '' }) => ({ name, password })),
    };
  }
  if ('rate_limit' in then) {
    const { requests, seconds } = then.rate_limit;
    return { action: 'rate_limit', requests: String(requests), seconds: String(seconds) };
  }
  if ('set_headers' in then) {
    const { request = {}, response = {} } = then.set_headers;
    return { action: 'set_headers', requestFields: fieldRows(request), responseFields: fieldRows(response) };
  }
  return { action: 'block' in then ? 'block' : 'pass' };
}

/** The rule as JSON that still has to be checked. `before`: the rule that is edited, whose instants keep their zone. */
export function ruleOfValues(values: RuleValues, before?: Rule): unknown {
  const conditions = Object.fromEntries(
    values.shown.map((name) => [name, conditionOf(name, values, before?.if ?? {})]),
  );
  const name = values.name.trim();
  return {
    ...(name !== '' && { name }),
    active: values.active,
    ...(values.shown.length > 0 && { if: conditions }),
    then: { [values.action]: actionOf(values) },
  };
}

function conditionOf(name: ConditionName, values: RuleValues, before: RuleConditions): unknown {
  switch (name) {
    case 'query':
      return Object.fromEntries(
        values.query.map((row) => [row.name.trim(), row.kind === 'any' ? true : row.value.trim()]),
      );
    case 'bots':
      return values.bots === 'some' ? values.botList : values.bots;
    case 'starts_at':
    case 'ends_at':
      return instantOf(values[name], before[name]);
    case 'share':
      return numberOr(values.share);
    case 'path':
      return values.path.trim();
    case 'methods':
    case 'countries':
    case 'languages':
    case 'devices':
    case 'addresses':
      return values[name];
  }
}

function actionOf(values: RuleValues): unknown {
  switch (values.action) {
    case 'redirect':
      return { to: values.to.trim(), status: numberOr(values.redirectStatus), query: values.passesQuery };
    case 'proxy':
      return {
        upstream_uuid: values.upstreamUuid,
        ...(values.stripPrefix.trim() !== '' && { strip_prefix: values.stripPrefix.trim() }),
        ...(values.prefix.trim() !== '' && { prefix: values.prefix.trim() }),
        host_header: values.hostHeader,
      };
    case 'respond':
      return {
        status: numberOr(values.respondStatus),
        content_type: values.contentType.trim(),
        body: values.body,
      };
    case 'basic_auth':
      return {
        realm: values.realm.trim(),
        users: values.users.map(({ name, password }) => ({
          name: name.trim(),
          ...(password !== '' && { password }),
        })),
      };
    case 'rate_limit':
      return { requests: numberOr(values.requests), seconds: numberOr(values.seconds) };
    case 'set_headers':
      return {
        ...(values.requestFields.length > 0 && { request: fieldsOf(values.requestFields) }),
        ...(values.responseFields.length > 0 && { response: fieldsOf(values.responseFields) }),
      };
    case 'block':
    case 'pass':
      return {};
  }
}

/** Text that is no number is refused as it was typed. */
function numberOr(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
