/**
 * The client certificate that a visitor has shown, to a host that asks for one. Source: docs/reference/rules.md ("Conditions"),
 * docs/reference/tls.md ("Client certificates").
 */
import { parseFingerprint, sampleFingerprint } from '../../core/certificate-fingerprint.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, listCost, maxItems } from './condition.ts';

const allowed = 'SHA-256 fingerprints of certificates';

/** True: any that the host's authorities have issued; or certain ones, by their fingerprints. */
export const clientCertificate: ConditionKind<true | readonly string[]> = {
  rank: 1.5,
  words: {
    label: 'Certificate',
    name: 'Client certificate',
    isCode: true,
    unrecorded: 'the client certificate',
  },
  schema: {
    description:
      '`true` for any client certificate that the host takes, or SHA-256 fingerprints, in upper or lower case, with or without colons. It never holds on a host without `tls_client_ca`.',
    examples: [[sampleFingerprint]],
    anyOf: [
      { const: true, type: 'boolean' },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
  },
  cell: 'true_or_list',
  read(value, place) {
    if (value === true) return value;
    if (!Array.isArray(value)) throw ruleJson.refuseValue(place, value, `true, or a list of ${allowed}`);
    return ruleJson.list(value, place, maxItems, allowed, (item, at) => {
      const fingerprint = typeof item === 'string' ? parseFingerprint(item) : undefined;
      if (fingerprint === undefined)
        throw ruleJson.refuseValue(
          at,
          item,
          `a SHA-256 fingerprint such as ${sampleFingerprint}, with or without colons`,
        );
      return fingerprint;
    });
  },
  compile(value) {
    if (value === true) return ({ clientFingerprint }) => clientFingerprint !== '';
    const wanted = new Set(value);
    return ({ clientFingerprint }) => wanted.has(clientFingerprint);
  },
  cost: (value) => (value === true ? 0 : listCost(value)),
  describe: (value, { listed }) => [
    value === true ? 'a client certificate' : listed(value.map((each) => `${each.slice(0, 11)}…`)),
  ],
  sample(value, request) {
    request.clientFingerprint = value === true ? sampleFingerprint : (value[0] ?? '');
  },
};
