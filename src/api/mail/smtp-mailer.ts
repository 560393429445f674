/**
 * Sends e-mail through the operator's mail server: one recipient and one attempt each. Source: RFC 5321, RFC 8314 (TLS),
 * docs/reference/connect-page.md ("E-mail").
 */
import { connect, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { errorField } from '../../core/error-field.ts';
import { HostNames } from '../../core/host-names.ts';

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** `starttls` refuses to go on in clear text. */
  readonly encryption: 'tls' | 'starttls' | 'none';
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** The sender's address. */
  readonly from: string;
};

export type Email = {
  /** One address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Shown where `html` has `cid:` and its name. */
  /** Where a POST ends what it belongs to (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly pictures: readonly { readonly name: string; readonly type: string; readonly data: Buffer }[];
};

/** Why an e-mail was not sent. `refused`: the server takes neither it nor a second attempt, and says why in `message`. */
export class EmailError extends Error {
  readonly outcome: 'refused' | 'away';
  /** For the log, without secrets. */
  readonly detail: string;

  constructor(outcome: 'refused' | 'away', message: string, detail: string) {
    super(message);
    this.outcome = outcome;
    this.detail = detail;
  }
}

export interface Mailer {
  /** Resolves when the mail server has taken the e-mail. Throws {@link EmailError}. */
  send(email: Email): Promise<void>;
}

export type SmtpOptions = {
  /** For all of it, from the connection on. */
  readonly timeoutMs?: number;
  /** Certificates trusted beside the system's, in PEM. */
  readonly ca?: string;
};

export class SmtpMailer implements Mailer {
  readonly #settings: SmtpSettings;
  readonly #timeoutMs: number;
  readonly #ca: string | undefined;
  readonly #names = new HostNames();

  constructor(settings: SmtpSettings, { timeoutMs = 15_000, ca }: SmtpOptions = {}) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    this.#ca = ca;
  }

  async send({ to, subject, text, html, pictures, unsubscribeUrl }: Email): Promise<void> {
    const transport = await this.#connect();
    const message = {
      // Objects, so that nothing in an address is read as another one.
      from: { name: '', address: this.#settings.from },
      to: { name: '', address: to },
      envelope: { from: this.#settings.from, to: [to] },
      subject: oneLine(subject),
      text,
      html,
      attachments: pictures.map(({ name, type, data }) => ({
        cid: name,
        filename: name,
        content: data,
        contentType: type,
        contentDisposition: 'inline' as const,
      })),
      // RFC 3834: no automatic answers.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    let timer: NodeJS.Timeout | undefined;
    const sent = transport.sendMail(message);
    try {
      await Promise.race([
        sent,
        new Promise((_, reject) => {
          timer = setTimeout(() => reject(new Error('timed out')), this.#timeoutMs);
        }),
      ]);
    } catch (error) {
      sent.catch(() => {});
      throw emailErrorOf(error);
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  }

  async #connect(): Promise<Transporter> {
    const { host, port, encryption, credentials } = this.#settings;
    // Loaded for the first e-mail: most commands and starts never send one.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: encryption === 'tls',
      requireTLS: encryption === 'starttls',
      ignoreTLS: encryption === 'none',
      ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
      ...(this.#ca === undefined ? {} : { tls: { ca: this.#ca } }),
      connectionTimeout: this.#timeoutMs,
      greetingTimeout: this.#timeoutMs,
      socketTimeout: this.#timeoutMs,
      getSocket: (_options, callback) => this.#openSocket(callback),
    });
  }

  /** Its own look-up would take a thread for as long as DNS is silent. */
  #openSocket(callback: (error: Error | null, socket?: { connection: Socket }) => void): void {
    const { host, port, encryption } = this.#settings;
    const socket = connect({
      host,
      port,
      lookup: this.#names.lookup('', encryption !== 'none'),
      autoSelectFamily: true,
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    socket.once('error', callback);
    socket.once('connect', () => {
      socket.off('error', callback);
      callback(null, { connection: socket });
    });
  }
}

const maxReasonLength = 200;

function emailErrorOf(error: unknown): EmailError {
  const [code, command, response] = ['code', 'command', 'response'].map((name) => errorField(error, name));
  const status = Number.parseInt(response ?? '', 10);
  const detail = oneLine(
    [code, command, response ?? (error instanceof Error ? error.message : '')].filter(Boolean).join(' '),
  );
  const isAboutTheRecipient = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  if (isAboutTheRecipient && status >= 500 && status < 600)
    return new EmailError(
      'refused',
      `the mail server refuses it: ${oneLine(response ?? '').slice(0, maxReasonLength)}`,
      detail,
    );
  return new EmailError('away', 'the mail server can’t be reached, or takes no e-mail from us', detail);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
