/** The e-mail with the links to choose another password. Source: docs/reference/people.md ("A forgotten password"). */
import { emailButton, emailDocument } from '../../api/mail/email-layout.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import { html } from '../../core/html.ts';
import { plainName } from '../../core/plain-name.ts';
import type { Reset } from './reset-store.ts';

const intro = (to: string): string =>
  `Somebody asked to reset the password that ${to} signs in to Nameplate with.`;
const several =
  'Several users have this address, each with a password and a link of its own. They are told apart by their accounts:';
const until = 'A link works once, for 30 minutes. Your second factor stays as it is.';
const stranger = 'If it wasn’t you, ignore this e-mail: nothing has changed.';

/** `resets` has one at least; links begin with `origin`. */
export function resetEmail(to: string, resets: readonly Reset[], origin: string): Email {
  const links = resets.map(({ token, accountNames }) => {
    const names = accountNames.map(plainName).filter(Boolean).slice(0, 3).join(', ');
    const label = 'Choose a new password';
    return {
      url: `${origin}/reset-password#${token}`,
      label: resets.length === 1 ? label : `${label} (${names || 'no account'})`,
    };
  });
  const paragraphs = [intro(to), ...(resets.length === 1 ? [] : [several])];
  return {
    to,
    subject: 'Reset your Nameplate password',
    text: [...paragraphs, ...links.map(({ url, label }) => `${label}:\n${url}`), until, stranger, ''].join(
      '\n\n',
    ),
    html: emailDocument({
      language: 'en',
      name: 'Nameplate',
      body: [
        ...paragraphs.map((text) => html`<p>${text}</p>`),
        ...links.map(({ url, label }) => emailButton(url, label)),
        html`<p><small>${until} ${stranger}</small></p>`,
      ],
    }),
    pictures: [],
  };
}
