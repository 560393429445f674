/** Reads `application/x-www-form-urlencoded` bodies. Source: WHATWG URL section 5, docs/reference/api.md ("Bodies"). */
import { ServiceError } from '../../core/errors.ts';
import { collectBody, type RequestBody } from '../../resources/request-body.ts';
import { decodeUtf8 } from './decode-utf8.ts';

/** Parses form fields. Errors: `body_invalid` for percent-encoding that is not UTF-8 (nothing is guessed). */
export function parseFormBody(bytes: Buffer): RequestBody {
  const pairs = decodeUtf8(bytes)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      if (equals < 0) return [decodeField(pair), ''];
      return [decodeField(pair.slice(0, equals)), decodeField(pair.slice(equals + 1))];
    });
  return collectBody('form', pairs);
}

function decodeField(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ServiceError('body_invalid', 'the form body has percent-encoding that is not UTF-8');
  }
}
