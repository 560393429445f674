/** Most clients get no TLS connection to a host. Source: docs/reference/traffic-findings.md ("Handshakes"). */
import type { Cause, FindingKind } from '../kind.ts';

export const handshakesFail: FindingKind = {
  kind: 'handshakes_fail',
  severity: 'critical',
  opens:
    'in 15 minutes at least 20 TLS handshakes for the host failed by its certificate, from at least 5 networks, and more than were good',
  summary: ({ subject, isMany }) =>
    isMany
      ? `Most visitors get no secure connection to ${subject}.`
      : `Most visitors of ${subject} get no secure connection.`,
  causes: {
    no_certificate: failing(
      'There is no certificate for the host.',
      'there is no certificate for it',
      'Look at the domain’s certificate for why it could not be had yet, and fix what it says, or upload one.',
    ),
    certificate_unusable: failing(
      'The certificate can’t be used.',
      'its certificate can’t be used',
      'Upload the certificate again with its chain and key, or delete it so that an automatic one is ordered.',
    ),
    bad_certificate: failing(
      'Clients say that the certificate is malformed, or its signature wrong.',
      'clients find its certificate malformed',
      'Upload another certificate with its whole chain, or delete this one so that an automatic one is ordered.',
    ),
    certificate_unknown: failing(
      'Clients refuse the certificate, and don’t say why: mostly another name, or an authority that they don’t trust.',
      'clients refuse its certificate',
      'Diagnose the host: check that the certificate names it, is valid, and comes with its whole chain.',
    ),
    certificate_expired: failing(
      'Clients say that the certificate has expired.',
      'clients find its certificate expired',
      'Upload a new certificate, or delete the expired one so that an automatic one is ordered.',
    ),
    unknown_ca: failing(
      'Clients don’t know the authority: the chain is incomplete, or the certificate self-signed.',
      'clients don’t trust the authority of its certificate',
      'Upload the certificate with its whole chain, from an authority that browsers trust, or delete it so that an automatic one is ordered.',
    ),
  },
};

function failing(when: string, why: string, fix: string): Cause {
  return {
    when,
    cause: ({ evidence: { failed, handshakes, host } }) =>
      typeof failed === 'number' && typeof handshakes === 'number'
        ? `Of ${handshakes} connections to ${String(host)} in 15 minutes ${failed} failed, mostly because ${why}.`
        : `Most connections fail because ${why}.`,
    fix,
  };
}
