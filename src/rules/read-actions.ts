/** Reads and checks what a rule does. Source: docs/reference/rules.md ("Actions"). */

import { parseUuid } from '../core/ids.ts';
import { isRecord } from '../core/json-reader.ts';
import { fieldNameProblem } from './field-names.ts';
import { type PreviousUsers, readBasicAuth } from './read-basic-auth.ts';
import { parseRedirectTarget, placeholdersOf } from './redirect-target.ts';
import type {
  ProxyAction,
  RateLimitAction,
  RedirectAction,
  RespondAction,
  RuleAction,
  SetHeadersAction,
} from './rule.ts';
import { ruleJson } from './rule-json.ts';

const actionNames = [
  'redirect',
  'proxy',
  'respond',
  'block',
  'basic_auth',
  'rate_limit',
  'set_headers',
  'pass',
] as const;
const redirectStatuses = [301, 302, 303, 307, 308] as const;
const pathPrefix = /^\/[!-~]{0,1023}$/;
const mediaType = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:; ?[ -~]*)?$/;
const bodylessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);
const maxBodyBytes = 64 * 1024;
const maxMediaType = 200;
const maxFields = 50;
const maxFieldValue = 4096;
const fieldValue = /^[!-~](?:[ -~]*[!-~])?$/;
const maxRequests = 1_000_000;
const maxSeconds = 86_400;

/** `names`: what the rule's placeholders are called. */
export function readAction(
  value: unknown,
  place: string,
  names: readonly string[],
  previous: PreviousUsers,
): RuleAction {
  const given = ruleJson.members(value, place, actionNames);
  const chosen = actionNames.filter((name) => given[name] !== undefined);
  const [action] = chosen;
  if (action === undefined || chosen.length > 1) {
    const problem =
      chosen.length === 0 ? 'has no action' : `has ${chosen.length} actions: ${chosen.join(', ')}`;
    throw ruleJson.refuse(place, problem, `exactly one of ${actionNames.join(', ')}`);
  }
  const inPlace = `${place}.${action}`;
  switch (action) {
    case 'redirect':
      return { redirect: readRedirect(given.redirect, inPlace, names) };
    case 'proxy':
      return { proxy: readProxy(given.proxy, inPlace) };
    case 'respond':
      return { respond: readRespond(given.respond, inPlace) };
    case 'block':
      return { block: ruleJson.members(given.block, inPlace, []) };
    case 'basic_auth':
      return { basic_auth: readBasicAuth(given.basic_auth, inPlace, previous) };
    case 'rate_limit':
      return { rate_limit: readRateLimit(given.rate_limit, inPlace) };
    case 'set_headers':
      return { set_headers: readSetHeaders(given.set_headers, inPlace) };
    case 'pass':
      break;
  }
  return { pass: ruleJson.members(given.pass, inPlace, []) };
}

function readRedirect(value: unknown, place: string, names: readonly string[]): RedirectAction {
  const given = ruleJson.members(value, place, ['to', 'status', 'query']);
  const allowed = 'an absolute http:// or https:// URL, or a path on the same host';
  if (typeof given.to !== 'string') throw ruleJson.refuseValue(`${place}.to`, given.to, allowed);
  const parsed = parseRedirectTarget(given.to);
  if (!parsed.ok) throw ruleJson.refuseValue(`${place}.to`, given.to, `${allowed}; ${parsed.reason}`);
  for (const name of placeholdersOf(parsed.target)) {
    if (names.includes(name)) continue;
    const known = names.length === 0 ? 'none' : names.map((one) => `:${one}`).join(', ');
    throw ruleJson.refuse(
      `${place}.to`,
      `has the placeholder :${name}`,
      `those of the rule's path and query (${known}); a colon that begins none is written %3A`,
    );
  }
  return {
    to: given.to,
    status: ruleJson.choice(given.status, `${place}.status`, redirectStatuses, 301),
    query: ruleJson.flag(given.query, `${place}.query`, true),
  };
}

function readProxy(value: unknown, place: string): ProxyAction {
  const given = ruleJson.members(value, place, ['upstream_uuid', 'strip_prefix', 'prefix', 'host_header']);
  const uuid = typeof given.upstream_uuid === 'string' ? parseUuid(given.upstream_uuid) : undefined;
  if (uuid === undefined)
    throw ruleJson.refuseValue(`${place}.upstream_uuid`, given.upstream_uuid, 'the uuid of an upstream');
  return {
    upstream_uuid: uuid,
    ...(given.strip_prefix !== undefined && {
      strip_prefix: readPrefix(given.strip_prefix, `${place}.strip_prefix`),
    }),
    ...(given.prefix !== undefined && { prefix: readPrefix(given.prefix, `${place}.prefix`) }),
    host_header: ruleJson.choice(
      given.host_header,
      `${place}.host_header`,
      ['upstream', 'original'],
      'upstream',
    ),
  };
}

function readPrefix(value: unknown, place: string): string {
  if (typeof value !== 'string' || !pathPrefix.test(value) || /[?#]/.test(value))
    throw ruleJson.refuseValue(
      place,
      value,
      'a path that begins with /, at most 1024 visible ASCII characters without ? and #',
    );
  return value;
}

function readRespond(value: unknown, place: string): RespondAction {
  const given = ruleJson.members(value, place, ['status', 'content_type', 'body']);
  const status = given.status === undefined ? 200 : ruleJson.whole(given.status, `${place}.status`, 200, 599);
  const contentType = given.content_type ?? 'text/plain; charset=utf-8';
  if (typeof contentType !== 'string' || contentType.length > maxMediaType || !mediaType.test(contentType))
    throw ruleJson.refuseValue(
      `${place}.content_type`,
      contentType,
      'a media type, such as text/html; charset=utf-8',
    );
  const body = given.body ?? '';
  if (typeof body !== 'string' || !body.isWellFormed())
    throw ruleJson.refuseValue(`${place}.body`, body, 'text of at most 64 KiB');
  const sizeBytes = new TextEncoder().encode(body).byteLength;
  if (sizeBytes > maxBodyBytes)
    throw ruleJson.refuse(`${place}.body`, `has ${sizeBytes} bytes`, `at most ${maxBodyBytes}`);
  if (sizeBytes > 0 && bodylessStatuses.has(status))
    throw ruleJson.refuse(`${place}.body`, `has ${sizeBytes} bytes`, `none with status ${status}`);
  return { status, content_type: contentType, body };
}

function readRateLimit(value: unknown, place: string): RateLimitAction {
  const given = ruleJson.members(value, place, ['requests', 'seconds']);
  return {
    requests: ruleJson.whole(given.requests, `${place}.requests`, 1, maxRequests),
    seconds: ruleJson.whole(given.seconds, `${place}.seconds`, 1, maxSeconds),
  };
}

function readSetHeaders(value: unknown, place: string): SetHeadersAction {
  const given = ruleJson.members(value, place, ['request', 'response']);
  if (given.request === undefined && given.response === undefined)
    throw ruleJson.refuse(place, 'is empty', 'request, response');
  return {
    ...(given.request !== undefined && { request: readFields(given.request, `${place}.request`, 'request') }),
    ...(given.response !== undefined && {
      response: readFields(given.response, `${place}.response`, 'response'),
    }),
  };
}

function readFields(
  value: unknown,
  place: string,
  message: 'request' | 'response',
): Record<string, string | null> {
  if (!isRecord(value)) throw ruleJson.refuseValue(place, value, 'an object of fields');
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > maxFields)
    throw ruleJson.refuse(place, `has ${entries.length} fields`, `1 to ${maxFields}`);
  const seen = new Set<string>();
  const fields = entries.map(([name, text]): [string, string | null] => {
    const problem = fieldNameProblem(name, message);
    if (problem !== undefined) throw ruleJson.refuse(place, `has the field ${JSON.stringify(name)}`, problem);
    if (seen.has(name.toLowerCase()))
      throw ruleJson.refuse(place, `has the field ${JSON.stringify(name)} twice`, 'each field once');
    seen.add(name.toLowerCase());
    if (text === null) return [name, null];
    if (typeof text !== 'string' || text.length > maxFieldValue || !fieldValue.test(text))
      throw ruleJson.refuseValue(
        `${place}.${name}`,
        text,
        `null, or 1 to ${maxFieldValue} visible ASCII characters, with spaces inside`,
      );
    return [name, text];
  });
  return Object.fromEntries(fields);
}
