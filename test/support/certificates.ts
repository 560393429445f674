/** Certificates for upstreams, made by openssl when a test asks for them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { readonly key: string; readonly cert: string };

/** An authority of its own and certificates by it, each for the given subjectAltName. */
export class TestAuthority implements Disposable {
  readonly #dir = mkdtempSync(join(tmpdir(), 'nameplate-ca-'));
  /** The authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly path: string = join(this.#dir, 'ca.pem');
  #serial = 1;

  constructor() {
    this.#openssl(
      'req',
      '-x509',
      '-days',
      '30',
      '-subj',
      '/CN=Test authority',
      ...this.#newKey('ca'),
      '-out',
      this.path,
    );
  }

  issue(
    subjectAltName: string,
    validity: 'valid' | 'expired' = 'valid',
    keyType: 'ec' | 'rsa' = 'ec',
  ): Certificate {
    const name = `leaf-${this.#serial++}`;
    const request = join(this.#dir, `${name}.csr`);
    const cert = join(this.#dir, `${name}.pem`);
    const extensions = join(this.#dir, `${name}.ext`);
    writeFileSync(extensions, `subjectAltName=${subjectAltName}\n`);
    this.#openssl('req', '-new', '-subj', '/CN=leaf', ...this.#newKey(name, keyType), '-out', request);
    const days = validity === 'valid' ? '20' : '-1';
    const authority = ['-CA', this.path, '-CAkey', this.#keyPath('ca'), '-set_serial', String(this.#serial)];
    this.#openssl(
      'x509',
      '-req',
      '-in',
      request,
      ...authority,
      '-days',
      days,
      '-extfile',
      extensions,
      '-out',
      cert,
    );
    return { key: readFileSync(this.#keyPath(name), 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  [Symbol.dispose](): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #keyPath(name: string): string {
    return join(this.#dir, `${name}.key`);
  }

  #newKey(name: string, keyType: 'ec' | 'rsa' = 'ec'): string[] {
    return [
      '-newkey',
      ...(keyType === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : ['rsa:2048']),
      '-nodes',
      '-keyout',
      this.#keyPath(name),
    ];
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}
