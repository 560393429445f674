/**
 * What a redirect is made of, and what is wrong with it: the rules of the API, asked while one types.
 * Source: docs/reference/redirects.md ("Attributes").
 */
import { parseHostname } from '../../../../src/core/hostname.ts';
import { matchesEveryPath, matchPathProblem } from '../../../../src/core/match-path.ts';
import { parseDestination } from '../../../../src/core/redirect-location.ts';
import { parseUrl } from '../../../../src/core/url.ts';
import type { components } from '../../api/openapi.ts';

export type Redirect = components['schemas']['Redirect'];

/** The attributes that a person sets. */
export type RedirectValues = Pick<
  Redirect,
  | 'source_host'
  | 'match_path'
  | 'destination_url'
  | 'redirect_type'
  | 'preserve_path'
  | 'preserve_query_string'
  | 'active'
>;

export type RedirectProblems = Partial<Record<keyof RedirectValues, string>>;

export const newRedirect: RedirectValues = {
  source_host: '',
  match_path: '*',
  destination_url: '',
  redirect_type: 'permanent',
  preserve_path: true,
  preserve_query_string: true,
  active: true,
};

export function valuesOf(redirect: Redirect): RedirectValues {
  const { source_host, match_path, destination_url, redirect_type } = redirect;
  const { preserve_path, preserve_query_string, active } = redirect;
  return {
    source_host,
    match_path,
    destination_url,
    redirect_type,
    preserve_path,
    preserve_query_string,
    active,
  };
}

/** What is wrong, field by field; empty when the API would take it. */
export function problemsOf(values: RedirectValues): RedirectProblems {
  const problems: RedirectProblems = {};
  const host = hostProblem(values.source_host);
  if (host !== undefined) problems.source_host = host;
  const path = pathProblem(values.match_path);
  if (path !== undefined) problems.match_path = path;
  const destination = destinationProblem(values);
  if (destination !== undefined) problems.destination_url = destination;
  return problems;
}

/** The host as it will be stored, when that is not what was typed. */
export function storedHost(text: string): string | undefined {
  const result = parseHostname(text);
  return result.ok && result.host !== text.trim() ? result.host : undefined;
}

/** The form in which the API takes the values. */
export function sentValues(values: RedirectValues): RedirectValues {
  return {
    ...values,
    source_host: values.source_host.trim(),
    match_path: values.match_path.trim() === '' ? '*' : values.match_path.trim(),
    destination_url: values.destination_url.trim(),
  };
}

/** Takes an address apart that was pasted where only its host belongs. */
export function hostOfAddress(text: string): { readonly host: string; readonly path: string } | undefined {
  const address = text.trim();
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  return url && { host: url.hostname, path: url.pathname === '/' ? '' : url.pathname };
}

function hostProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter the host whose requests are redirected.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()))
    return 'Enter the host alone, without https:// before it.';
  const result = parseHostname(text);
  return result.ok ? undefined : `This is not a host name: ${result.reason}.`;
}

function pathProblem(text: string): string | undefined {
  const path = text.trim();
  if (path === '') return undefined;
  const reason = matchPathProblem(path);
  if (reason === undefined) return undefined;
  if (path.includes('?')) return 'Leave the query out: only paths are compared.';
  return `This is not a path pattern: ${reason}.`;
}

function destinationProblem({
  source_host,
  match_path,
  destination_url,
}: RedirectValues): string | undefined {
  const text = destination_url.trim();
  if (text === '') return 'Enter the address to which requests are sent.';
  const result = parseDestination(text);
  if (!result.ok) {
    return /^[a-z][a-z0-9+.-]*:/i.test(text)
      ? `This is not a destination: ${result.reason}.`
      : 'Enter a full address that begins with https:// or http://.';
  }
  const host = parseHostname(source_host);
  const path = match_path.trim() === '' ? '*' : match_path.trim();
  const isEverything = matchPathProblem(path) === undefined && matchesEveryPath(path);
  if (isEverything && host.ok && result.destination.hostname === host.host) {
    return `This would send every path of ${host.host} back to ${host.host}.`;
  }
  return undefined;
}
