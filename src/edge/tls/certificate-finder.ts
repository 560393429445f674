/**
 * Finds a host's certificates for a worker: in its file, else at the application process, which orders or makes those that
 * there are none of. Source: docs/reference/tls.md ("Which certificate a client is shown").
 *
 * While the file is behind the store, the application process is asked first.
 */
import type { CertificateSource, ServedCertificate } from '../../core/served-certificate.ts';
import type { RpcClient } from '../rpc-client.ts';

export class CertificateFinder {
  readonly #file: CertificateSource;
  readonly #rpc: RpcClient;
  #isCurrent = true;

  constructor(file: CertificateSource, rpc: RpcClient) {
    this.#file = file;
    this.#rpc = rpc;
  }

  setCurrent(isCurrent: boolean): void {
    this.#isCurrent = isCurrent;
  }

  /** Rejects when neither has an answer. */
  readonly find = async (host: string): Promise<readonly ServedCertificate[]> => {
    if (!this.#isCurrent) return await this.#ask(host).catch(() => this.#file.findForHost(host));
    // A file that can't be read has nothing: the other side may know.
    const found = await this.#file.findForHost(host).catch(() => []);
    return found.length > 0 ? found : await this.#ask(host);
  };

  async #ask(host: string): Promise<readonly ServedCertificate[]> {
    return (await this.#rpc.call({ kind: 'certificates', host })).certificates;
  }
}
