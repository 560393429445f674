/**
 * What a redirect is made of, and what is wrong with it: the rules of the API, asked while one types.
 * Source: docs/reference/redirects.md ("Attributes").
 */

import type { components } from '../../../../client/src/openapi.ts';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { matchesEveryPath, matchPathProblem } from '../../../../src/core/match-path.ts';
import { parseDestination } from '../../../../src/core/redirect-location.ts';
import { parseUrl } from '../../../../src/core/url.ts';
import type { WritableName } from '../../../../src/resources/definition.ts';
import { redirectDefinitions, redirectResource } from '../../../../src/resources/redirect.ts';
import type { Attribute } from '../../../../src/resources/resource.ts';

export type Redirect = components['schemas']['Redirect'];

/** The attributes that a person sets. */
export type RedirectValues = Pick<Redirect, WritableName<typeof redirectDefinitions>>;

export type RedirectProblems = Partial<Record<keyof RedirectValues, string>>;

/** What an empty form begins with: the defaults, and no text where there is none. */
export const newRedirect: RedirectValues = valuesBy((name) => {
  const definition = redirectDefinitions[name];
  return 'default' in definition ? definition.default : '';
});

export function valuesOf(redirect: Redirect): RedirectValues {
  return valuesBy((name) => redirect[name]);
}

/** Makes values of what `valueOf` answers for each attribute. */
export function valuesBy(valueOf: (name: keyof RedirectValues) => string | boolean): RedirectValues {
  // Each value is what its attribute takes, which the callers see to.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(redirectResource.writable.map((name) => [name, valueOf(name)])) as RedirectValues;
}

/** What is wrong, field by field; empty when the API would take it. */
export function problemsOf(values: RedirectValues): RedirectProblems {
  const problems: RedirectProblems = {};
  for (const name of redirectResource.writable) {
    const problem = problemOf(name, values);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

function problemOf(name: keyof RedirectValues, values: RedirectValues): string | undefined {
  if (name === 'source_host') return hostProblem(values.source_host);
  if (name === 'match_path') return pathProblem(values.match_path);
  if (name === 'destination_url') return destinationProblem(values);
  const attributes: Readonly<Record<string, Attribute<unknown>>> = redirectResource.attributes;
  const attribute = attributes[name];
  return !attribute || attribute.read(values[name], 'json').ok ? undefined : `Enter ${attribute.allowed}.`;
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
  if (text.trim() === '') return 'Enter the host to redirect.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim())) return 'Enter the host only, without https://.';
  const result = parseHostname(text);
  return result.ok ? undefined : `That isn't a valid host name: ${result.reason}.`;
}

function pathProblem(text: string): string | undefined {
  const path = text.trim();
  if (path === '') return undefined;
  const reason = matchPathProblem(path);
  if (reason === undefined) return undefined;
  if (path.includes('?')) return 'Leave out the query. Only paths are compared.';
  return `That isn't a valid path pattern: ${reason}.`;
}

function destinationProblem({
  source_host,
  match_path,
  destination_url,
}: RedirectValues): string | undefined {
  const text = destination_url.trim();
  if (text === '') return 'Enter the address to redirect to.';
  const result = parseDestination(text);
  if (!result.ok) {
    return /^[a-z][a-z0-9+.-]*:/i.test(text)
      ? `That isn't a valid destination: ${result.reason}.`
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
