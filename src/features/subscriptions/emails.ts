/** The e-mails of subscriptions. Source: docs/reference/subscriptions.md. */
import { emailButton, emailDocument } from '../../api/mail/email-layout.ts';
import type { Email } from '../../api/mail/smtp-mailer.ts';
import { type Html, html } from '../../core/html.ts';
import type { Language } from '../../core/languages.ts';
import { statisticsTexts } from '../../core/statistics-texts.ts';
import type { Report } from './report.ts';
import { texts } from './texts.ts';
import type { ToldFinding } from './told-findings.ts';

/** What all of them show. */
export type Frame = {
  readonly to: string;
  readonly language: Language;
  /** The brand's, plain. */
  readonly name: string;
  readonly color: string | null;
  /** What links begin with. */
  readonly origin: string;
  readonly unsubscribeSecret: string;
};

type Part = { readonly text: string; readonly html: Html };

export function confirmationEmail(frame: Frame, secret: string): Email {
  const own = texts[frame.language];
  const url = `${frame.origin}/subscribe/${secret}`;
  return emailOf(frame, own.confirmSubject(frame.name), [
    paragraph(own.confirmIntro(frame.name)),
    { text: url, html: emailButton(url, own.confirmButton, frame.color) },
    paragraph(own.confirmUntil),
  ]);
}

/** `findings` are the first of `count`. */
export function findingsEmail(frame: Frame, findings: readonly ToldFinding[], count: number): Email {
  const own = texts[frame.language];
  return emailOf(
    frame,
    own.findingsSubject(frame.name, count),
    [
      paragraph(own.findingsIntro(count)),
      ...findings.map(findingPart),
      ...(count > findings.length ? [paragraph(own.findingsMore(count - findings.length))] : []),
      openPart(frame),
    ],
    true,
  );
}

export function reportEmail(frame: Frame, report: Report): Email {
  const own = texts[frame.language];
  const { totals, lists, openFindings } = report;
  const number = new Intl.NumberFormat(frame.language);
  const percent = new Intl.NumberFormat(frame.language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const day = new Intl.DateTimeFormat(frame.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = day.formatRange(new Date(report.from), new Date(report.to));
  const changeOf = (now: number, before: number): string =>
    before === 0 ? '–' : percent.format((now - before) / before);
  const rows = (['visitors', 'visits', 'pageviews'] as const).map((name) => [
    statisticsTexts[frame.language][name],
    number.format(totals.now[name]),
    changeOf(totals.now[name], totals.before[name]),
  ]);
  return emailOf(
    frame,
    own.reportSubject(frame.name, days),
    [
      paragraph(report.subject === undefined ? days : `${report.subject}, ${days}`),
      tablePart('', rows),
      ...lists.map(({ title, rows: listed }) =>
        tablePart(
          own[title],
          listed.length === 0
            ? [[own.nothing]]
            : listed.map(({ label, count }) => [label, number.format(count)]),
        ),
      ),
      ...(openFindings === undefined
        ? []
        : [
            heading(own.openFindings),
            ...(openFindings.findings.length === 0
              ? [paragraph(own.nothing)]
              : openFindings.findings.map(findingPart)),
            ...(openFindings.count > openFindings.findings.length
              ? [paragraph(own.findingsMore(openFindings.count - openFindings.findings.length))]
              : []),
          ]),
      openPart(frame),
    ],
    true,
  );
}

function emailOf(frame: Frame, subject: string, parts: readonly Part[], isSubscribed = false): Email {
  const { to, language, name, color, origin, unsubscribeSecret } = frame;
  const own = texts[language];
  const unsubscribeUrl = `${origin}/unsubscribe/${unsubscribeSecret}`;
  const foot: Part = {
    text: `${own.why(name)}\n${own.unsubscribe}: ${unsubscribeUrl}`,
    html: html`<p><small>${own.why(name)} <a href="${unsubscribeUrl}">${own.unsubscribe}</a></small></p>`,
  };
  const all = isSubscribed ? [...parts, foot] : parts;
  return {
    to,
    subject,
    text: `${all.map(({ text }) => text).join('\n\n')}\n`,
    html: emailDocument({ language, name, color, body: all.map((part) => part.html) }),
    pictures: [],
    // RFC 8058; of a confirmation there is nothing to unsubscribe from yet.
    ...(isSubscribed && { unsubscribeUrl }),
  };
}

function paragraph(text: string): Part {
  return { text, html: html`<p>${text}</p>` };
}

function heading(text: string): Part {
  return { text: `${text}:`, html: html`<h2 style="font-size:1.1em;margin:24px 0 8px">${text}</h2>` };
}

function findingPart({ severity, summary, cause, fix }: ToldFinding): Part {
  return {
    text: `[${severity}] ${summary}\n${cause}\n${fix}`,
    html: html`<p><strong>${summary}</strong><br>${cause}<br>${fix}</p>`,
  };
}

function tablePart(title: string, rows: readonly (readonly string[])[]): Part {
  const cell = 'padding:6px 8px;border-bottom:1px solid #ddd;vertical-align:top';
  const body = rows.map(
    ([label = '', ...values]) =>
      html`<tr><th scope="row" style="${cell};text-align:left;font-weight:400;overflow-wrap:anywhere">${label}</th>${values.map((value) => html`<td style="${cell};text-align:right;white-space:nowrap">${value}</td>`)}</tr>`,
  );
  const table = html`<table role="presentation" style="border-collapse:collapse;width:100%;table-layout:fixed">${body}</table>`;
  const text = rows.map((row) => row.join('  ')).join('\n');
  return {
    text: title === '' ? text : `${title}:\n${text}`,
    html: title === '' ? table : html`${heading(title).html}${table}`,
  };
}

function openPart({ origin, language, color }: Frame): Part {
  const { open } = texts[language];
  return { text: `${open}: ${origin}/domains`, html: emailButton(`${origin}/domains`, open, color) };
}
