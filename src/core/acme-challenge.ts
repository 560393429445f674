/** How we prove to certificate authorities that we control a host. Source: RFC 8555 section 8, RFC 8737. */

/**
 * `http-01`: a file under /.well-known/acme-challenge/. `tls-alpn-01`: a certificate of its own for `acme-tls/1`. `dns-01`: a TXT
 * record.
 */
export type ChallengeMethod = 'http-01' | 'tls-alpn-01' | 'dns-01';

/** What we present while an authority validates. */
export type Challenge = {
  readonly host: string;
  readonly token: string;
  readonly method: ChallengeMethod;
  readonly keyAuthorization: string;
  /** Of dns-01: where in the responder's zone its record is. */
  readonly dnsLabel: string | null;
};
