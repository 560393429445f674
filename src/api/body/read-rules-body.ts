/** Reads the JSON of a body with a list of rules. Source: docs/reference/rules.md ("Reading and replacing"). */
import { refuseUnknownAttributes } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { parseJsonBody } from './json-body.ts';

/** Errors: `body_invalid`, `parameter_unknown`. */
export function readRulesBody(bytes: Buffer, names: readonly string[]): RequestBody['attributes'] {
  const body = parseJsonBody(bytes);
  refuseUnknownAttributes(body, names);
  return body.attributes;
}
