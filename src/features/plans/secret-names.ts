/** Secrets in documents, which have only their names. Source: docs/reference/plans.md ("Secrets"). */
import { ServiceError } from '../../core/errors.ts';

const allowed = '{"secret": name}, whose name is 1 to 100 letters, digits, ".", "_" or "-"';
const namePattern = /^[\w.-]{1,100}$/;

/** The value is never quoted: it may be the secret itself. Errors: `plan_invalid`, naming the place. */
export function readSecretName(value: unknown, place: string): string {
  const [[key, name] = [], another] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (key === 'secret' && another === undefined && typeof name === 'string' && namePattern.test(name))
    return name;
  throw new ServiceError('plan_invalid', `${place}: is a secret; allowed: ${allowed}`);
}
