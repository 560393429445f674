/** The e-mail that tells a customer what to do for a custom domain. Source: docs/reference/connect-page.md ("E-mail"). */

import { emailButton, emailDocument } from '../../api/mail/email-layout.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import type { DnsRecord } from '../../core/custom-domain.ts';
import { Html, html } from '../../core/html.ts';
import { plainName } from '../../core/plain-name.ts';
import type { Brand } from './brand-header.ts';
import { shortName } from './connect-view.ts';

export type Instructions = {
  readonly to: string;
  readonly host: string;
  readonly brand: Brand & { readonly color: string | null };
  readonly records: readonly DnsRecord[];
  readonly url: string;
  /** UTC, as people write it. */
  readonly expiresAt: string;
};

export function instructionsEmail(instructions: Instructions): Email {
  const { to, host, brand } = instructions;
  const name = plainName(brand.name) || 'A service';
  const logo = brand.logo === null ? undefined : pictureOf(brand.logo);
  return {
    to,
    subject: `${name}: connect ${host}`,
    text: textOf(instructions, name),
    html: htmlOf(instructions, name, logo !== undefined),
    pictures: logo === undefined ? [] : [logo],
  };
}

const intro = (name: string, host: string): string =>
  `Add these DNS records at your DNS provider to connect ${host} to ${name}:`;
const page = 'This page says where to click, checks the records, and says when everything is done:';
const until = (expiresAt: string): string =>
  `The page works until ${expiresAt} (UTC). Whoever has its address can see it.`;
const stranger = (name: string): string =>
  `If you don’t know ${name}, or ${name} has nothing to do with your domain, ignore this e-mail.`;

function textOf({ host, records, url, expiresAt }: Instructions, name: string): string {
  const shown = records.map((record) =>
    [
      `Type:  ${record.type}`,
      `Name:  ${shortName(record.name)}   (${record.name})`,
      `Value: ${record.value}`,
    ].join('\n'),
  );
  return [
    ...(shown.length === 0 ? [] : [intro(name, host), ...shown]),
    `${page}\n${url}`,
    until(expiresAt),
    stranger(name),
    '',
  ].join('\n\n');
}

function htmlOf(
  { host, brand, records, url, expiresAt }: Instructions,
  name: string,
  hasLogo: boolean,
): string {
  const { color } = brand;
  const cell = new Html('style="border:1px solid #ccc;padding:6px 10px;text-align:left;vertical-align:top"');
  const body = html`${
    records.length === 0
      ? ''
      : html`<p>${intro(name, host)}</p>
<table style="border-collapse:collapse"><thead><tr><th ${cell}>Type</th><th ${cell}>Name</th><th ${cell}>Value</th></tr></thead>
<tbody>${records.map(
          (record) =>
            html`<tr><td ${cell}>${record.type}</td><td ${cell}><code>${shortName(record.name)}</code><br><small>${record.name}</small></td><td ${cell}><code>${record.value}</code></td></tr>`,
        )}</tbody></table>`
  }
<p>${page}</p>
${emailButton(url, `Connect ${host}`, color)}
<p><small>${until(expiresAt)} ${stranger(name)}</small></p>`;
  return emailDocument({ language: 'en', name, color, hasLogo, body });
}

/** A `data:` URL of a picture, which mail programs don't show, as an attachment. */
function pictureOf(logo: string): Email['pictures'][number] {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(logo) ?? [];
  return { name: 'logo', type, data: Buffer.from(data, 'base64') };
}
