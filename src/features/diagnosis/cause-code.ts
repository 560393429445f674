/** The closed list of what can be wrong with a host; causes.ts says what each means. Source: docs/reference/diagnosis.md ("Steps"). */
import type { LookCode } from '../../core/host-look.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import type { ReachCode } from '../../core/reachable.ts';

export type HandshakeCode =
  | 'port_443_closed'
  | 'address_unreachable'
  | 'no_answer'
  | 'no_address'
  | 'handshake_refused'
  | 'connection_broken';
export type CertificateCode =
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'certificate_other_name'
  | 'certificate_chain_incomplete'
  | 'certificate_untrusted';

export type CauseCode = LookCode | ReachCode | HandshakeCode | CertificateCode | OrderFailureCode | OwnCode;

type OwnCode =
  | 'no_handshake'
  | 'certificate_missing'
  | 'clock_wrong'
  | 'not_yours'
  | 'ownership_unproven'
  | 'maintenance'
  | 'redirect_paused'
  | 'nothing_served'
  | 'rule_blocks'
  | 'redirect_circle'
  | 'upstream_refuses'
  | 'upstream_silent'
  | 'upstream_not_found'
  | 'upstream_address_refused'
  | 'upstream_certificate_expired'
  | 'upstream_tls_name'
  | 'upstream_tls'
  | 'upstream_secret_unreadable'
  | 'upstream_breaks_off'
  | 'upstream_5xx'
  | 'upstream_redirects_to_itself'
  | 'upstream_errors'
  | 'traffic_unknown'
  | 'took_too_long';
