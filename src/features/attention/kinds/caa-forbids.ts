/** CAA records forbid the authorities that certificates are ordered from. Source: docs/reference/finding-kinds.md ("caa_forbids"). */
import type { FindingKind } from '../kind.ts';
import { caaCauses } from './caa-causes.ts';

export const caaForbids: FindingKind = {
  kind: 'caa_forbids',
  severity: 'warning',
  opens: 'a set of CAA records forbids every authority that certificates are ordered from',
  summary: ({ subject, isMany }) =>
    `CAA records forbid ${isMany ? 'the certificates' : 'the certificate'} of ${subject}.`,
  causes: caaCauses,
};
