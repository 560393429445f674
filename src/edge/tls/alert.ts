/** TLS alerts that are sent before there is a handshake. Source: RFC 8446 section 6. */

const descriptions = {
  decode_error: 50,
  internal_error: 80,
  unrecognized_name: 112,
  no_application_protocol: 120,
} as const;

export type AlertName = keyof typeof descriptions;

const alertRecord = 21;
const fatal = 2;

/** A whole record in clear text, as nothing is encrypted yet. */
export function alertOf(name: AlertName): Buffer {
  return Buffer.from([alertRecord, 3, 3, 0, 2, fatal, descriptions[name]]);
}
