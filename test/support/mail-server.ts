/** A mail server that other people wrote (npm `smtp-server`), on loopback; it keeps what it takes. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { TestAuthority } from './certificates.ts';

export type MailServerSettings = {
  /** `starttls` offers it, `none` doesn't. */
  readonly encryption: 'tls' | 'starttls' | 'none';
  readonly credentials?: { readonly user: string; readonly password: string };
  /** How it refuses a recipient; undefined: it doesn’t. */
  readonly refusal?: (recipient: string) => { readonly status: number; readonly text: string } | undefined;
  /** Whether it never answers about a recipient. */
  readonly isSilent?: (recipient: string) => boolean;
  /** Whether it takes nothing from the sender. */
  readonly refusesSender?: boolean;
};

export type TakenMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  /** Fields and body as they came. */
  readonly source: string;
};

export const mailServerHost = 'localhost';

export class TestMailServer implements AsyncDisposable {
  readonly mails: TakenMail[] = [];
  /** Attempts to sign in. */
  readonly signIns: string[] = [];
  readonly #authority = new TestAuthority();
  /** The certificate to trust, in PEM. */
  readonly ca: string = readFileSync(this.#authority.path, 'utf8');
  /** For NODE_EXTRA_CA_CERTS. */
  readonly caPath: string = this.#authority.path;
  readonly #server: SMTPServer;
  #isStopped = false;

  private constructor(settings: MailServerSettings) {
    const { encryption, credentials, refusal } = settings;
    const { key, cert } = this.#authority.issue(`DNS:${mailServerHost}`);
    this.#server = new SMTPServer({
      secure: encryption === 'tls',
      key,
      cert,
      disabledCommands: [...(encryption === 'none' ? ['STARTTLS'] : []), ...(credentials ? [] : ['AUTH'])],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) => {
        this.signIns.push(username ?? '');
        if (username === credentials?.user && password === credentials?.password)
          done(null, { user: username });
        else done(refused(535, 'Authentication failed'));
      },
      onMailFrom: (_address, _session, done) =>
        done(settings.refusesSender ? refused(550, 'Sender not allowed') : null),
      onRcptTo: ({ address }, _session, done) => {
        if (settings.isSilent?.(address)) return;
        const why = refusal?.(address);
        done(why ? refused(why.status, why.text) : null);
      },
      onData: (stream, session, done) => {
        const { mailFrom, rcptTo } = session.envelope;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => {
          this.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            isEncrypted: session.secure,
            source: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    // Clients that don't trust the certificate, or go away.
    this.#server.on('error', () => {});
  }

  static async start(settings: MailServerSettings): Promise<TestMailServer> {
    const started = new TestMailServer(settings);
    const listening = started.#server.listen(0, '127.0.0.1');
    if (!listening.listening) await once(listening, 'listening');
    return started;
  }

  get port(): number {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Ends it; a second call does nothing. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
    this.#authority[Symbol.dispose]();
  }
}

function refused(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
