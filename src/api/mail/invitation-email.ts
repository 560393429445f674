/** The e-mail with an invitation's link. Source: docs/reference/people.md ("Invitations"). */
import { unnamedAccount } from '../../core/account-name.ts';
import { html } from '../../core/html.ts';
import { plainName } from '../../core/plain-name.ts';
import { emailButton, emailDocument } from './email-layout.ts';
import type { Email } from './smtp-mailer.ts';

/** `expiresAt`: UTC, as people write it. */
export function invitationEmail(to: string, accountName: string, url: string, expiresAt: string): Email {
  const name = (accountName === unnamedAccount ? '' : plainName(accountName)) || 'an account';
  const intro = `You are invited to join ${name} on Nameplate, which manages its custom domains, with the address ${to}.`;
  const until = `The link works once, until ${expiresAt} (UTC).`;
  const stranger = `If you don’t know ${name}, ignore this e-mail.`;
  return {
    to,
    subject: `Join ${name} on Nameplate`,
    text: [intro, url, until, stranger, ''].join('\n\n'),
    html: emailDocument({
      language: 'en',
      name: 'Nameplate',
      body: html`<p>${intro}</p>${emailButton(url, `Join ${name}`)}<p><small>${until} ${stranger}</small></p>`,
    }),
    pictures: [],
  };
}
