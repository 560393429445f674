/** Against a real mail server, over real TLS. Source: docs/reference/connect-page.md ("E-mail"). */
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import {
  type MailServerSettings,
  mailServerHost,
  TestMailServer,
} from '../../../test/support/mail-server.ts';
import { type Email, EmailError, SmtpMailer, type SmtpSettings } from './smtp-mailer.ts';

const credentials = { user: 'nameplate', password: 'sesame open' };
const from = 'domains@example.com';
const email: Email = {
  to: 'owner@example.org',
  subject: 'Acme: connect shop.example.com',
  text: 'Set these records — please.',
  html: '<p>Set these <b>records</b></p><img src="cid:logo">',
  pictures: [{ name: 'logo', type: 'image/png', data: Buffer.from('a picture') }],
};

async function start(server: MailServerSettings, client: Partial<SmtpSettings> = {}, isTrusted = true) {
  const mailServer = await TestMailServer.start(server);
  onTestFinished(() => mailServer[Symbol.asyncDispose]());
  const settings = {
    host: mailServerHost,
    port: mailServer.port,
    encryption: server.encryption,
    credentials: server.credentials,
    from,
    ...client,
  };
  const mailer = new SmtpMailer(settings, { timeoutMs: 10_000, ...(isTrusted ? { ca: mailServer.ca } : {}) });
  return { mailServer, mailer };
}

async function failureOf(sent: Promise<void>): Promise<EmailError> {
  const error: unknown = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof EmailError) return error;
  throw new Error(`no EmailError: ${String(error)}`);
}

test.each(['tls', 'starttls'] as const)('an e-mail is sent over %s, after a sign-in', async (encryption) => {
  const { mailServer, mailer } = await start({ encryption, credentials });
  await mailer.send(email);
  const [mail] = mailServer.mails;
  expect(mail).toMatchObject({ from, to: [email.to], isEncrypted: true });
  const source = mail?.source ?? '';
  expect(source).toMatch(/^From: domains@example\.com\r\nTo: owner@example\.org\r\n/m);
  expect(source).toMatch(/^Subject: Acme: connect shop\.example\.com\r$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(source).toContain('Set these records =E2=80=94 please.');
  expect(source).toContain('<p>Set these <b>records</b></p>');
  expect(source).toContain('Content-ID: <logo>');
  expect(source).toContain(Buffer.from('a picture').toString('base64'));
  expect(mailServer.signIns).toEqual([credentials.user]);
});

test('clear text is used only when asked for', async () => {
  const { mailServer, mailer } = await start({ encryption: 'none' });
  await mailer.send(email);
  expect(mailServer.mails).toMatchObject([{ isEncrypted: false }]);
});

test('without STARTTLS neither the e-mail nor the password is sent', async () => {
  const { mailServer, mailer } = await start({ encryption: 'none', credentials }, { encryption: 'starttls' });
  expect(await failureOf(mailer.send(email))).toMatchObject({ outcome: 'away' });
  expect([mailServer.mails, mailServer.signIns]).toEqual([[], []]);
});

test.each(['tls', 'starttls'] as const)(
  'a server that isn’t trusted gets nothing over %s',
  async (encryption) => {
    const { mailServer, mailer } = await start({ encryption, credentials }, {}, false);
    expect(await failureOf(mailer.send(email))).toMatchObject({ outcome: 'away' });
    expect([mailServer.mails, mailServer.signIns]).toEqual([[], []]);
  },
);

test('a wrong password is the operator’s problem, and in no message', async () => {
  const wrong = { user: credentials.user, password: 'hunter2' };
  const { mailer } = await start({ encryption: 'tls', credentials }, { credentials: wrong });
  const error = await failureOf(mailer.send(email));
  expect(error).toMatchObject({ outcome: 'away', detail: expect.stringContaining('535') });
  const encoded = Buffer.from(`\0${wrong.user}\0${wrong.password}`).toString('base64');
  for (const secret of ['hunter2', encoded]) expect(error.message + error.detail).not.toContain(secret);
  expect(error.message).not.toContain('535');
});

test('a refused recipient is named with the server’s reason, on one line', async () => {
  const text = `No such user ${'x'.repeat(300)}`;
  const { mailServer, mailer } = await start({ encryption: 'none', refusal: () => ({ status: 550, text }) });
  const error = await failureOf(mailer.send(email));
  expect(error.outcome).toBe('refused');
  expect(error.message).toMatch(/^the mail server refuses it: 550 No such user x+$/);
  expect(error.message.length).toBeLessThan(250);
  expect(mailServer.mails).toEqual([]);
});

test.each([
  ['a recipient that may be taken later', { refusal: () => ({ status: 451, text: 'Greylisted' }) }],
  ['a sender that isn’t allowed', { refusesSender: true }],
])('%s is not the recipient’s fault', async (_, settings) => {
  const { mailer } = await start({ encryption: 'none', ...settings });
  expect(await failureOf(mailer.send(email))).toMatchObject({ outcome: 'away' });
});

test('a server that nobody answers at, and one that never says a word, end in time', async () => {
  const settings = { host: '127.0.0.1', encryption: 'none', credentials: undefined, from } as const;
  const nobody = new SmtpMailer({ ...settings, port: await freePort() });
  expect(await failureOf(nobody.send(email))).toMatchObject({ outcome: 'away' });
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const silent = new SmtpMailer({ ...settings, port }, { timeoutMs: 100 });
  expect(await failureOf(silent.send(email))).toMatchObject({ outcome: 'away' });
});

test('a subject stays one line', async () => {
  const { mailServer, mailer } = await start({ encryption: 'none' });
  await mailer.send({ ...email, subject: 'Acme\r\nBcc: other@example.org\r\n\r\nbody' });
  expect(mailServer.mails[0]?.to).toEqual([email.to]);
  expect(mailServer.mails[0]?.source).not.toMatch(/^Bcc:/m);
});
