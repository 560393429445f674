/** The e-mail with an invitation's link. Source: docs/reference/people.md ("Invitations"). */
import { unnamedAccount } from '../../core/account-name.ts';
import { html } from '../../core/html.ts';
import type { Language } from '../../core/languages.ts';
import { plainName } from '../../core/plain-name.ts';
import { accountTexts } from './account-texts.ts';
import { emailButton, emailDocument } from './email-layout.ts';
import type { Email } from './smtp-mailer.ts';

/** `expiresAt`: UTC, as people write it. */
export function invitationEmail(
  to: string,
  accountName: string,
  url: string,
  expiresAt: string,
  language: Language,
): Email {
  const own = accountTexts[language];
  const name = (accountName === unnamedAccount ? '' : plainName(accountName)) || own.anAccount;
  const intro = own.joinIntro(name, to);
  const until = own.joinUntil(expiresAt);
  const stranger = own.joinStranger(name);
  return {
    to,
    subject: own.joinSubject(name),
    text: [intro, url, until, stranger, ''].join('\n\n'),
    html: emailDocument({
      language,
      name: 'Nameplate',
      body: html`<p>${intro}</p>${emailButton(url, own.joinButton(name))}<p><small>${until} ${stranger}</small></p>`,
    }),
    pictures: [],
  };
}
