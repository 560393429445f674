/** Command line options as form fields of the API. */
import { collectBody, type RequestBody } from '../resources/request-body.ts';

/** Makes a body of the options that are given. */
export function formOf(options: Readonly<Record<string, string | boolean | undefined>>): RequestBody {
  const pairs = Object.entries(options).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return collectBody('form', pairs);
}
