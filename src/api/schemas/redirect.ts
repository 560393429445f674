/** Redirects on the wire. Source: docs/reference/redirects.md ("Attributes"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { Redirect, RedirectAttributes } from '../../control/redirects.ts';
import { redirectSortFields } from '../../control/redirects.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseHostname } from '../../core/hostname.ts';
import { matchesEveryPath, matchPathProblem } from '../../core/match-path.ts';
import { parseDestination } from '../../core/redirect-location.ts';
import { type RedirectType, redirectTypes } from '../../core/route.ts';
import {
  type Attribute,
  attributeSchemas,
  bodySchemas,
  booleanAttribute,
  choiceAttribute,
  textAttribute,
} from '../attributes.ts';
import { pageQuery, searchQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';

export const sourceHostAttribute: Attribute<string> = textAttribute({
  name: 'source_host',
  code: 'source_host_invalid',
  allowed: 'a DNS host name of two or more labels, without scheme, port, path or wildcard',
  schema: Type.String({
    description: 'Host on which requests arrive; stored in lower case, internationalised names as A-labels.',
    examples: ['go.example.com'],
  }),
  read(text) {
    const result = parseHostname(text);
    return result.ok ? { ok: true, value: result.host } : result;
  },
});

export const matchPathAttribute: Attribute<string> = textAttribute({
  name: 'match_path',
  code: 'match_path_invalid',
  allowed: '"*", or letters, digits, "-", "_" and "/" with one optional trailing "*"',
  schema: Type.String({
    default: '*',
    description:
      '`*` matches all paths; a trailing `*` matches a literal prefix; anything else matches exactly.',
    examples: ['/docs*'],
  }),
  read(text) {
    const reason = matchPathProblem(text);
    return reason === undefined ? { ok: true, value: text } : { ok: false };
  },
});

export const destinationUrlAttribute: Attribute<string> = textAttribute({
  name: 'destination_url',
  code: 'destination_url_invalid',
  allowed: 'an absolute http:// or https:// URL of at most 2,048 characters, without user info',
  schema: Type.String({
    maxLength: 2048,
    description: 'Where matching requests are sent.',
    examples: ['https://www.example.com/welcome'],
  }),
  read(text) {
    const trimmed = text.replace(/^ +| +$/g, '');
    const result = parseDestination(trimmed);
    return result.ok ? { ok: true, value: trimmed } : result;
  },
});

export const redirectTypeAttribute: Attribute<RedirectType> = choiceAttribute(
  'redirect_type',
  'redirect_type_invalid',
  redirectTypes,
  { default: 'permanent', description: '`permanent` answers 301, `found` answers 302.' },
);

export const preservePathAttribute: Attribute<boolean> = booleanAttribute(
  'preserve_path',
  'preserve_path_invalid',
  Type.Boolean({ default: true, description: 'Append the request path to the destination.' }),
);

export const preserveQueryStringAttribute: Attribute<boolean> = booleanAttribute(
  'preserve_query_string',
  'preserve_query_string_invalid',
  Type.Boolean({ default: true, description: 'Append the query parameters to the destination.' }),
);

export const activeAttribute: Attribute<boolean> = booleanAttribute(
  'active',
  'active_invalid',
  Type.Boolean({ default: true, description: 'When false, no traffic is redirected.' }),
);

/** In the order of docs/reference/redirects.md ("Attributes"), which is the order of the checks. */
const writable: readonly Attribute<unknown>[] = [
  sourceHostAttribute,
  matchPathAttribute,
  destinationUrlAttribute,
  redirectTypeAttribute,
  preservePathAttribute,
  preserveQueryStringAttribute,
  activeAttribute,
];
const readOnly = ['uuid', 'created_at', 'updated_at', 'account_uuid'];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const redirectAttributeNames: readonly string[] = [...writable.map(({ name }) => name), ...readOnly];

export const redirectSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    ...attributeSchemas(writable),
    created_at: timestampSchema('Creation time.'),
    updated_at: timestampSchema('Time of last update.'),
    account_uuid: uuidSchema,
  },
  { $id: 'Redirect' },
);

export const redirectBodySchemas: { readonly create: TObject; readonly update: TObject } = bodySchemas(
  'Redirect',
  writable,
  [sourceHostAttribute, destinationUrlAttribute],
);

export const redirectQuerySchema: TObject = Type.Object({
  source_host: Type.Optional(Type.String({ description: 'Only the redirect of this host.' })),
  query: searchQuery('`source_host` or `destination_url`'),
  ...pageQuery,
  sort: sortQuery(redirectSortFields),
});

/** Refuses a redirect that would send every path of its host back to the same host. Errors: `destination_url_invalid`. */
export function refuseLoop(
  attributes: Pick<RedirectAttributes, 'sourceHost' | 'matchPath' | 'destinationUrl'>,
): void {
  if (!matchesEveryPath(attributes.matchPath)) return;
  const result = parseDestination(attributes.destinationUrl);
  if (result.ok && result.destination.hostname === attributes.sourceHost) {
    throw new ServiceError(
      'destination_url_invalid',
      `destination_url ${quoteValue(attributes.destinationUrl)} leads back to source_host ${quoteValue(attributes.sourceHost)}, whose every path is redirected there again, without end; change one of the two, or redirect only some paths with match_path`,
    );
  }
}

export function redirectToWire(redirect: Redirect): Record<string, unknown> {
  return {
    uuid: redirect.uuid,
    source_host: redirect.sourceHost,
    match_path: redirect.matchPath,
    destination_url: redirect.destinationUrl,
    redirect_type: redirect.redirectType,
    preserve_path: redirect.preservePath,
    preserve_query_string: redirect.preserveQueryString,
    active: redirect.active,
    created_at: formatTimestamp(redirect.createdAt),
    updated_at: formatTimestamp(redirect.updatedAt),
    account_uuid: redirect.accountUuid,
  };
}
