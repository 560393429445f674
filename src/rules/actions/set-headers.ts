/**
 * Sets and removes fields of the request and of its response. Fields that frame messages, belong to one connection or are
 * Nameplate's are refused. Source: docs/reference/rules.md ("Set headers"), RFC 9110 sections 5.1 and 7.6.1.
 */
import { isRecord } from '../../core/json-reader.ts';
import { ruleJson } from '../rule-json.ts';
import type { ActionKind, FieldValues, Say } from './action.ts';

export type SetHeadersAction = { readonly request?: FieldValues; readonly response?: FieldValues };

const maxFields = 50;
const maxFieldValue = 4096;
const fieldValue = /^[!-~](?:[ -~]*[!-~])?$/;
const stepsOfField = 10;
const ofConnections = [
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'http2-settings',
];
const forbidden = {
  request: new Set([
    ...ofConnections,
    'host',
    'expect',
    'via',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-served-for',
    'x-client-cert-fingerprint',
    'x-client-cert-subject',
    'x-request-id',
    'traceparent',
  ]),
  response: new Set([...ofConnections, 'host', 'date', 'via', 'location', 'x-request-id']),
} as const;
const forbiddenPrefixes = ['x-forwarded', 'x-nameplate-'];
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Some programs take `X_Forwarded_For` and `X-Forwarded-For` for one. */
const hyphenTwins = /[^a-z0-9]/g;

const fieldsSchema = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  description: 'Values by field name; null removes a field.',
};

export const setHeaders: ActionKind<SetHeadersAction> = {
  ending: 'goes_on',
  protects: false,
  schema: { type: 'object', properties: { request: fieldsSchema, response: fieldsSchema } },
  words: {
    label: 'Set header fields',
    hint: 'Sets or removes fields. The rules below are looked at, too.',
  },
  form: [
    { name: 'response', kind: 'fields', label: 'Of the response, to the visitor' },
    { name: 'request', kind: 'fields', label: 'Of the request, to the upstream' },
  ],

  read(value, place) {
    const given = ruleJson.members(value, place, ['request', 'response']);
    if (given.request === undefined && given.response === undefined)
      throw ruleJson.refuse(place, 'is empty', 'request, response');
    return {
      ...(given.request !== undefined && {
        request: readFields(given.request, `${place}.request`, 'request'),
      }),
      ...(given.response !== undefined && {
        response: readFields(given.response, `${place}.response`, 'response'),
      }),
    };
  },

  cost: ({ request = {}, response = {} }) =>
    stepsOfField * (Object.keys(request).length + Object.keys(response).length),
  summarize: ({ request, response }) => `set_headers ${Object.keys({ ...request, ...response }).join(', ')}`,
  describe({ request, response }, { listed }) {
    const text = [
      ...fieldsPart(response, 'response', listed),
      ...fieldsPart(request, 'request', listed),
    ].join('; ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  act({ request, response }, edge) {
    edge.edit(request, response);
    edge.goOn();
  },
};

function readFields(value: unknown, place: string, message: 'request' | 'response'): FieldValues {
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

/** Why a field's name is refused; undefined if a rule may set it. */
function fieldNameProblem(name: string, message: 'request' | 'response'): string | undefined {
  if (!token.test(name)) return 'field names of 1 to 200 letters, digits and hyphens';
  const plain = name.toLowerCase().replaceAll(hyphenTwins, '-');
  if (forbidden[message].has(plain) || forbiddenPrefixes.some((prefix) => plain.startsWith(prefix)))
    return 'fields that do not frame the message, belong to one connection or are set by Nameplate';
  return undefined;
}

function fieldsPart(fields: FieldValues = {}, message: string, listed: Say['listed']): string[] {
  const entries = Object.entries(fields);
  const set = entries.filter(([, value]) => value !== null).map(([name]) => name);
  const removed = entries.filter(([, value]) => value === null).map(([name]) => name);
  const verbs = [
    set.length === 0 ? '' : `sets ${listed(set)}`,
    removed.length === 0 ? '' : `removes ${listed(removed)}`,
  ].filter((verb) => verb !== '');
  return verbs.length === 0 ? [] : [`${verbs.join(' and ')} in the ${message}`];
}
