/** Why CAA records forbid a certificate, as kinds of findings say it. Source: docs/reference/dns.md ("What can be wrong"). */
import type { Cause } from '../kind.ts';

/** The check has said it in a sentence of its own. */
export function because(when: string, fix: string): Cause {
  return {
    when,
    cause: ({ evidence: { reason } }) => (typeof reason === 'string' ? reason : when),
    fix,
  };
}

export const caaCauses: Readonly<Record<string, Cause>> = {
  caa_forbids: because(
    'CAA records forbid the authority.',
    'Add the CAA record that is named, or remove the others.',
  ),
  caa_malformed: because(
    'A CAA record is malformed, so it permits nobody.',
    'Correct the CAA record as it is named.',
  ),
  caa_other_account: because(
    'CAA records permit another account with the authority only.',
    'Add the CAA record that is named, with this service’s account.',
  ),
  caa_other_method: because(
    'CAA records don’t permit the way in which the host is validated.',
    'Add the CAA record that is named, or remove validationmethods.',
  ),
  caa_critical: because(
    'A CAA record has a critical property that authorities don’t know.',
    'Remove that CAA record.',
  ),
};
