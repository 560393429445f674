/** Why the API refused a parameter, without its name and its value, which the form shows. */
import { isAbout, sentenceOf } from '../../api/api-error.ts';

/** Undefined unless the failure is about the parameter. */
export function refusalOf(failure: unknown, parameter: string): string | undefined {
  if (!isAbout(failure, parameter)) return undefined;
  const reason = / is invalid: (.+); allowed: /s.exec(failure.message)?.[1];
  return reason === undefined ? sentenceOf(failure) : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
