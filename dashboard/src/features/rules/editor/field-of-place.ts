/** Which field of the form a place of a rule's JSON belongs to. Source: docs/reference/rules.md ("Conditions", "Actions"). */
import type { RuleValues } from './rule-values.ts';

/** A field, or one of a row: `users[1].password`. */
export type FieldName = keyof RuleValues | `users[${number}].${'name' | 'password'}`;

export type Problems = Partial<Record<FieldName, string>>;

const byPlace: Readonly<Record<string, FieldName>> = {
  name: 'name',
  active: 'active',
  if: 'shown',
  then: 'action',
  'then.redirect': 'to',
  'then.redirect.to': 'to',
  'then.redirect.status': 'redirectStatus',
  'then.redirect.query': 'passesQuery',
  'then.proxy': 'upstreamUuid',
  'then.proxy.upstream_uuid': 'upstreamUuid',
  'then.proxy.strip_prefix': 'stripPrefix',
  'then.proxy.prefix': 'prefix',
  'then.proxy.host_header': 'hostHeader',
  'then.respond': 'body',
  'then.respond.status': 'respondStatus',
  'then.respond.content_type': 'contentType',
  'then.respond.body': 'body',
  'then.basic_auth.realm': 'realm',
  'then.basic_auth.users': 'users',
  'then.rate_limit.requests': 'requests',
  'then.rate_limit.seconds': 'seconds',
  'then.set_headers': 'responseFields',
  'if.path': 'path',
  'if.query': 'query',
  'if.methods': 'methods',
  'if.countries': 'countries',
  'if.languages': 'languages',
  'if.devices': 'devices',
  'if.bots': 'bots',
  'if.addresses': 'addresses',
  'if.starts_at': 'starts_at',
  'if.ends_at': 'ends_at',
  'if.share': 'share',
};
const userPlace = /^then\.basic_auth\.users\[(\d+)\]\.(name|password)$/;

/** Undefined for a place that the form has no field for. */
export function fieldOfPlace(path: string): FieldName | undefined {
  const user = userPlace.exec(path);
  if (user) return `users[${Number(user[1])}].${user[2] === 'name' ? 'name' : 'password'}`;
  if (path.startsWith('then.set_headers.request')) return 'requestFields';
  if (path.startsWith('then.set_headers.response')) return 'responseFields';
  // A parameter's name and an item of a list are told at the list; so is what is within a user.
  for (let place = path; place !== ''; place = place.replace(/(?:^|\.|\[)[^.[]*$/, '')) {
    const field = byPlace[place];
    if (field !== undefined) return field;
  }
  return undefined;
}
