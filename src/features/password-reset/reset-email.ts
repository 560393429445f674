/** The e-mail with the links to choose another password. Source: docs/reference/people.md ("A forgotten password"). */
import { accountTexts } from '../../api/mail/account-texts.ts';
import { emailButton, emailDocument } from '../../api/mail/email-layout.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import { html } from '../../core/html.ts';
import type { Language } from '../../core/languages.ts';
import { plainName } from '../../core/plain-name.ts';
import type { Reset } from './reset-store.ts';

/** `resets` has one at least; links begin with `origin`. */
export function resetEmail(to: string, resets: readonly Reset[], origin: string, language: Language): Email {
  const own = accountTexts[language];
  const links = resets.map(({ token, accountNames }) => {
    const names = accountNames.map(plainName).filter(Boolean).slice(0, 3).join(', ');
    const label = own.resetButton;
    return {
      url: `${origin}/reset-password#${token}`,
      label: resets.length === 1 ? label : `${label} (${names || own.noAccount})`,
    };
  });
  const paragraphs = [own.resetIntro(to), ...(resets.length === 1 ? [] : [own.resetSeveral])];
  return {
    to,
    subject: own.resetSubject,
    text: [
      ...paragraphs,
      ...links.map(({ url, label }) => `${label}:\n${url}`),
      own.resetUntil,
      own.resetStranger,
      '',
    ].join('\n\n'),
    html: emailDocument({
      language,
      name: 'Nameplate',
      body: [
        ...paragraphs.map((text) => html`<p>${text}</p>`),
        ...links.map(({ url, label }) => emailButton(url, label)),
        html`<p><small>${own.resetUntil} ${own.resetStranger}</small></p>`,
      ],
    }),
    pictures: [],
  };
}
