/**
 * Answers the workers' requests for certificates and challenges, in the application process.
 * Source: docs/reference/tls.md ("Which certificate a client is shown").
 *
 * Concurrent requests for the same host share one read of the store. Where certificates can't be
 * issued automatically, a served host without one gets a certificate that Nameplate signs itself, so that HTTPS can be
 * tried; the default host always gets one.
 */
import type { Logger } from 'pino';
import { SelfSigner } from '../../certificates/self-signed.ts';
import type { Clock } from '../../core/clock.ts';
import type { CertificateSource, ServedCertificate } from '../../core/served-certificate.ts';
import { SecretKeyError } from '../../secrets/secret-key-error.ts';
import { type CertificateRequest, nothing, type RpcResponse } from '../rpc.ts';

/** The challenges prepared for certificate authorities that validate a host. */
export interface ChallengeSource {
  /** The key authorization of an HTTP-01 challenge; '' when there is no such token. */
  keyAuthorizationFor(host: string, token: string): Promise<string>;
  /** The certificate of a TLS-ALPN-01 challenge. */
  challengeCertificateFor(host: string): Promise<ServedCertificate | undefined>;
}

export type CertificateProviderOptions = {
  readonly source: CertificateSource;
  readonly defaultHost: string;
  /** Sign certificates for served hosts that have none. */
  readonly selfSigned: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly challenges?: ChallengeSource;
  /** A handshake for a served host, or the default one, found no certificate. Called for each worker that asks, every ten minutes at most. */
  readonly onMissing?: (host: string) => void;
};

/** While the store is away, failures come by the thousand. */
const logFailureEveryMs = 10_000;

export class CertificateProvider {
  readonly #options: CertificateProviderOptions;
  readonly #finding = new Map<string, Promise<readonly ServedCertificate[]>>();
  #signer: SelfSigner | undefined;
  #failureLoggedMs = 0;

  constructor(options: CertificateProviderOptions) {
    this.#options = options;
  }

  /** Answers a request; rejects when the store cannot be read. */
  readonly answer = async (request: CertificateRequest): Promise<RpcResponse> => {
    const { challenges } = this.#options;
    const { host } = request;
    if (request.kind === 'certificates')
      return { ...nothing, certificates: await this.#certificatesOf(host) };
    if (request.kind === 'tls_alpn_challenge') {
      const certificate = await challenges?.challengeCertificateFor(host);
      return certificate ? { ...nothing, certificates: [certificate] } : nothing;
    }
    const keyAuthorization = await challenges?.keyAuthorizationFor(host, request.token);
    return keyAuthorization ? { ...nothing, keyAuthorization } : nothing;
  };

  async #certificatesOf(host: string): Promise<readonly ServedCertificate[]> {
    const { defaultHost, selfSigned, onMissing, clock } = this.#options;
    const found = await this.#find(host);
    if (found.length > 0) return found;
    onMissing?.(host);
    if (!selfSigned && host !== defaultHost) return [];
    this.#signer ??= new SelfSigner();
    return [this.#signer.issue(host, clock.now())];
  }

  #find(host: string): Promise<readonly ServedCertificate[]> {
    let finding = this.#finding.get(host);
    if (!finding) {
      finding = this.#read(host).finally(() => this.#finding.delete(host));
      this.#finding.set(host, finding);
    }
    return finding;
  }

  async #read(host: string): Promise<readonly ServedCertificate[]> {
    const { source, clock, logger } = this.#options;
    try {
      return await source.findForHost(host);
    } catch (error) {
      if (clock.now() - this.#failureLoggedMs >= logFailureEveryMs) {
        this.#failureLoggedMs = clock.now();
        logger.error({ host, err: error }, 'tls: reading a host’s certificates failed');
      }
      // Asking again wouldn't help: the key that decrypts it is missing.
      if (error instanceof SecretKeyError) return [];
      throw error;
    }
  }
}
