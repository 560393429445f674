/** What hosts want of TLS, and what connections have proven to them. Source: docs/reference/tls.md ("Of one host", "Client certificates"). */
import type { ClientCertificate } from '../../certificates/client-authorities.ts';
import type { ClientCa } from '../../core/route.ts';

/** As OpenSSL names them. */
export type TlsVersionName = 'TLSv1.2' | 'TLSv1.3';

export type HostTls = {
  readonly minVersion: TlsVersionName;
  /** Undefined: no certificate is asked for. */
  readonly clientCa: ClientCa | undefined;
};

/** What a connection, or the session that it resumes, has proven to the host that it was made for. */
export type ClientProof = {
  /** Of the authorities that it was verified by. */
  readonly caDigest: string;
  readonly certificate: ClientCertificate;
};
