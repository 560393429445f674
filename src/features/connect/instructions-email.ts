/** The e-mails that tell a customer what to do for a custom domain. Source: docs/reference/connect-page.md ("E-mail", "Reminders"). */

import { emailButton, emailDocument } from '../../api/mail/email-layout.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import type { DnsRecord } from '../../core/custom-domain.ts';
import { type Html, html } from '../../core/html.ts';
import type { Language } from '../../core/languages.ts';
import { plainName } from '../../core/plain-name.ts';
import type { Brand } from './brand-header.ts';
import { shortName } from './connect-view.ts';
import type { Texts } from './texts/text-names.ts';
import { texts } from './texts/texts.ts';
import { writtenTime } from './written-time.ts';

export type Instructions = {
  readonly to: string;
  readonly host: string;
  readonly brand: Brand & { readonly color: string | null };
  readonly records: readonly DnsRecord[];
  readonly url: string;
  /** Of the address, in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly language: Language;
  /** Of a reminder: where there are no more. */
  readonly unsubscribeUrl?: string;
};

/** What is said around the records. */
type Words = { readonly intro: string; readonly page: string; readonly foot: string };

export function instructionsEmail(instructions: Instructions): Email {
  const { to, host, brand, language, expiresAt, unsubscribeUrl } = instructions;
  const own = texts[language];
  const name = plainName(brand.name) || 'Nameplate';
  const isReminder = unsubscribeUrl !== undefined;
  const until = own.mailUntil(writtenTime({ locale: language }, expiresAt));
  const words = {
    intro: (isReminder ? own.reminderIntro : own.mailIntro)(name, host),
    page: own.mailPage,
    foot: `${until} ${own.mailStranger(name)}${isReminder ? ` ${own.reminderWhy(name, host)}` : ''}`,
  };
  const logo = brand.logo === null ? undefined : pictureOf(brand.logo);
  return {
    to,
    subject: (isReminder ? own.reminderSubject : own.mailSubject)(name, host),
    text: textOf(instructions, own, words),
    html: emailDocument({
      language,
      name,
      color: brand.color,
      hasLogo: logo !== undefined,
      body: bodyOf(instructions, own, words),
    }),
    pictures: logo === undefined ? [] : [logo],
    ...(isReminder && { unsubscribeUrl }),
  };
}

function textOf({ records, url, unsubscribeUrl }: Instructions, own: Texts, words: Words): string {
  const shown = records.map(({ type, name, value }) =>
    [
      `${own.type}${own.colon} ${type}`,
      `${own.recordName}${own.colon} ${shortName(name)}   (${name})`,
      `${own.value}${own.colon} ${value}`,
    ].join('\n'),
  );
  return [
    ...(shown.length === 0 ? [] : [words.intro, ...shown]),
    `${words.page}\n${url}`,
    words.foot,
    ...(unsubscribeUrl === undefined ? [] : [`${own.unsubscribe}${own.colon} ${unsubscribeUrl}`]),
    '',
  ].join('\n\n');
}

function bodyOf({ host, brand, records, url, unsubscribeUrl }: Instructions, own: Texts, words: Words): Html {
  const style = 'border:1px solid #ccc;padding:6px 10px;text-align:left;vertical-align:top';
  const cell = html`style="${style}"`;
  // Not to be broken where a phone is narrow.
  const word = html`style="${style};white-space:nowrap"`;
  return html`${
    records.length === 0
      ? ''
      : html`<p>${words.intro}</p>
<table style="border-collapse:collapse"><thead><tr><th ${word}>${own.type}</th><th ${cell}>${own.recordName}</th><th ${cell}>${own.value}</th></tr></thead>
<tbody>${records.map(
          (record) =>
            html`<tr><td ${word}>${record.type}</td><td ${cell}><code>${shortName(record.name)}</code><br><small>${record.name}</small></td><td ${cell}><code>${record.value}</code></td></tr>`,
        )}</tbody></table>`
  }
<p>${words.page}</p>
${emailButton(url, own.connectTitle(host), brand.color)}
<p><small>${words.foot}${unsubscribeUrl === undefined ? '' : html` <a href="${unsubscribeUrl}">${own.unsubscribe}</a>`}</small></p>`;
}

/** A `data:` URL of a picture, which mail programs don't show, as an attachment. */
function pictureOf(logo: string): Email['pictures'][number] {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(logo) ?? [];
  return { name: 'logo', type, data: Buffer.from(data, 'base64') };
}
