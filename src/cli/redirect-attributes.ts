/**
 * Attributes of redirects as the command line and import files give them: read by the API's own attributes, in the
 * API's order, so that errors read the same. Source: docs/reference/redirects.md ("Attributes").
 */
import { readOptional, readRequired, readText } from '../api/attributes.ts';
import type { RequestBody } from '../api/body/request-body.ts';
import {
  activeAttribute,
  destinationUrlAttribute,
  matchPathAttribute,
  preservePathAttribute,
  preserveQueryStringAttribute,
  redirectTypeAttribute,
  refuseLoop,
  sourceHostAttribute,
} from '../api/schemas/redirect.ts';
import type { RedirectAttributes } from '../control/redirects.ts';

/** Reads all attributes of a new redirect. Errors: the attribute's own code. */
export function readNewRedirect(body: RequestBody): RedirectAttributes {
  const sourceHost = readRequired(body, sourceHostAttribute);
  const matchPath = readOptional(body, matchPathAttribute) ?? '*';
  const destinationUrl = readRequired(body, destinationUrlAttribute);
  refuseLoop({ sourceHost, matchPath, destinationUrl });
  return {
    sourceHost,
    matchPath,
    destinationUrl,
    redirectType: readOptional(body, redirectTypeAttribute) ?? 'permanent',
    preservePath: readOptional(body, preservePathAttribute) ?? true,
    preserveQueryString: readOptional(body, preserveQueryStringAttribute) ?? true,
    active: readOptional(body, activeAttribute) ?? true,
  };
}

/** Reads what is given and keeps the rest of `current`. Errors: the attribute's own code. */
export function readChangedRedirect(body: RequestBody, current: RedirectAttributes): RedirectAttributes {
  const sourceHost = readOptional(body, sourceHostAttribute) ?? current.sourceHost;
  const matchPath = readOptional(body, matchPathAttribute) ?? current.matchPath;
  const destinationUrl = readOptional(body, destinationUrlAttribute) ?? current.destinationUrl;
  refuseLoop({ sourceHost, matchPath, destinationUrl });
  return {
    sourceHost,
    matchPath,
    destinationUrl,
    redirectType: readOptional(body, redirectTypeAttribute) ?? current.redirectType,
    preservePath: readOptional(body, preservePathAttribute) ?? current.preservePath,
    preserveQueryString: readOptional(body, preserveQueryStringAttribute) ?? current.preserveQueryString,
    active: readOptional(body, activeAttribute) ?? current.active,
  };
}

/** Brings a host to its stored form. Errors: `source_host_invalid`. */
export function readHost(text: string): string {
  return readText(text, sourceHostAttribute);
}
