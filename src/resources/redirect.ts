/** Redirects. Source: docs/reference/redirects.md ("Attributes"). */

import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseLabel } from '../core/label.ts';
import { matchesEveryPath, matchPathProblem } from '../core/match-path.ts';
import { parseDestination } from '../core/redirect-location.ts';
import { attentionAttributes } from './attention-attributes.ts';
import type { Entity, Reading, ReadOnlyName, StoredName, Values, WritableName } from './definition.ts';
import { type Checks, readChanged, readNew, readText } from './read-attributes.ts';
import type { RequestBody } from './request-body.ts';
import { defineResource, type Resource } from './resource.ts';
import { readHost } from './text-readings.ts';

const ownDefinitions = {
  uuid: { type: 'uuid', readOnly: true },
  source_host: {
    type: 'text',
    required: true,
    allowed: 'a DNS host name of two or more labels, without scheme, port, path or wildcard',
    refused: 'is missing or not a DNS host name',
    description: 'Host on which requests arrive; stored in lower case, internationalised names as A-labels.',
    examples: ['go.example.com'],
    read: (text: string): Reading<string> => readHost(text),
    option: {
      value: 'HOST',
      help: 'host on which requests arrive; one redirect each',
      updateHelp: 'move it to this host',
    },
    filter: { by: 'whole', description: 'Only the redirect of this host.' },
    searched: true,
  },
  match_path: {
    type: 'text',
    default: '*',
    allowed: '"*", or letters, digits, "-", "_" and "/" with one optional trailing "*"',
    refused: 'is neither `*` nor letters, digits, `-`, `_`, `/` with an optional trailing `*`',
    description:
      '`*` matches all paths; a trailing `*` matches a literal prefix; anything else matches exactly.',
    examples: ['/docs*'],
    read: (text: string): Reading<string> =>
      matchPathProblem(text) === undefined ? { ok: true, value: text } : { ok: false },
    option: { value: 'PATTERN', help: '"*" for all paths, "/docs*" for a prefix, anything else exactly' },
  },
  destination_url: {
    type: 'text',
    required: true,
    maxLength: 2048,
    allowed: 'an absolute http:// or https:// URL of at most 2,048 characters, without user info',
    refused: 'is missing, not an absolute http(s) URL, or sends every path of `source_host` back to itself',
    description: 'Where matching requests are sent.',
    examples: ['https://www.example.com/welcome'],
    read: (text: string): Reading<string> => {
      const value = text.replace(/^ +| +$/g, '');
      const result = parseDestination(value);
      return result.ok ? { ok: true, value } : result;
    },
    option: { value: 'URL', help: 'where matching requests are sent' },
    searched: true,
  },
  redirect_type: {
    type: 'choice',
    choices: ['permanent', 'found'],
    default: 'permanent',
    description: '`permanent` answers 301, `found` answers 302.',
    option: { value: 'TYPE', help: 'permanent (301) or found (302)' },
  },
  preserve_path: {
    type: 'boolean',
    default: true,
    description: 'Append the request path to the destination.',
    option: { help: "append the request's path", off: { help: 'do not' } },
  },
  preserve_query_string: {
    type: 'boolean',
    default: true,
    description: 'Append the query parameters to the destination.',
    option: { help: "append the request's query", off: { help: 'do not' } },
  },
  active: {
    type: 'boolean',
    default: true,
    description: 'When false, no traffic is redirected.',
    option: {
      help: 'redirect traffic',
      off: { flag: 'inactive', help: 'create it paused', updateHelp: 'pause it' },
    },
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
  updated_at: { type: 'timestamp', readOnly: true, description: 'Time of last update.' },
  account_uuid: { type: 'uuid', readOnly: true },
  note: {
    type: 'text',
    default: '',
    maxLength: 500,
    allowed: 'at most 500 characters on one line',
    refused: 'is longer than 500 characters, or has a line break or another control character',
    description: 'What the redirect is for, in your own words. Private; searchable.',
    examples: ['Flyer, spring 2026'],
    read: (text: string): Reading<string> => {
      const value = text.trim() === '' ? '' : parseLabel(text, 500);
      return value === undefined ? { ok: false } : { ok: true, value };
    },
    option: { value: 'TEXT', help: 'what it is for, at most 500 characters; visitors never see it' },
    filter: { by: 'part', description: 'Only redirects with this text in their note, ignoring case.' },
    searched: true,
  },
} as const;

export const redirectDefinitions: typeof ownDefinitions & typeof attentionAttributes = {
  ...ownDefinitions,
  ...attentionAttributes,
};

type Definitions = typeof redirectDefinitions;
export type Redirect = Entity<Definitions>;
/** What a caller may set; already validated, the host normalised. */
export type RedirectAttributes = Values<Definitions>;

export const redirectResource: Resource<Definitions> = defineResource('Redirect', redirectDefinitions);

export const redirectSortFields = ['created_at', 'updated_at', 'source_host', 'verdict'] as const;

/** Columns of CSV files; import takes these. */
export const importedRedirectColumns: readonly WritableName<Definitions>[] = redirectResource.writable;

export const requiredRedirectColumns: readonly WritableName<Definitions>[] = importedRedirectColumns.filter(
  (name) => 'required' in redirectDefinitions[name],
);

/** What export writes besides, and import ignores. */
export const ignoredRedirectColumns: readonly ReadOnlyName<Definitions>[] = redirectResource.readOnly;

/** What the dashboard adds to the lines that it could not import; import ignores it too. */
export const failedLineColumns = ['line', 'problem'] as const;

export const exportedRedirectColumns: readonly StoredName<Definitions>[] = redirectResource.names.filter(
  (name): name is StoredName<Definitions> => redirectDefinitions[name].type !== 'computed',
);

const checks: Checks<Definitions> = { destination_url: refuseLoop };

/** Reads all attributes of a new redirect. Errors: the attribute's own code. */
export function readNewRedirect(body: RequestBody): RedirectAttributes {
  return readNew(redirectResource, body, checks);
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedRedirect(body: RequestBody, current: RedirectAttributes): RedirectAttributes {
  return readChanged(redirectResource, body, current, checks);
}

/** Brings a host to its stored form. Errors: `source_host_invalid`. */
export function readSourceHost(text: string): string {
  return readText(text, redirectResource.attributes.source_host);
}

/** Refuses a redirect that would send every path of its host back to the same host. Errors: `destination_url_invalid`. */
export function refuseLoop({
  sourceHost,
  matchPath,
  destinationUrl,
}: Pick<RedirectAttributes, 'sourceHost' | 'matchPath' | 'destinationUrl'>): void {
  if (!matchesEveryPath(matchPath)) return;
  const result = parseDestination(destinationUrl);
  if (result.ok && result.destination.hostname === sourceHost) {
    throw new ServiceError(
      { attribute: 'destination_url' },
      `destination_url ${quoteValue(destinationUrl)} leads back to source_host ${quoteValue(sourceHost)}, whose every path is redirected there again, without end; change one of the two, or redirect only some paths with match_path`,
    );
  }
}
