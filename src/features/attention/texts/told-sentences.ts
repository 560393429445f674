/** The sentences of a finding in a reader's language. Source: docs/reference/subscriptions.md ("Languages"). */
import type { Language } from '../../../core/languages.ts';
import type { Finding } from '../finding-rows.ts';
import { type Sentences, sentencesOf } from '../wire.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import type { FindingTexts } from './finding-texts.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** English is with the kinds. */
export const findingTexts: Readonly<Record<Exclude<Language, 'en'>, FindingTexts>> = {
  de,
  fr,
  es,
  pt,
  it,
  nl,
  ja,
};

/** What has no words in the language, or lacks what they are made of, stays English. */
export function toldSentences(finding: Finding, language: Language): Sentences {
  const english = sentencesOf(finding);
  if (language === 'en') return english;
  const own = findingTexts[language];
  const { kind, causeCode } = finding;
  const values = { ...finding.evidence, subject: subjectOf(finding, own) };
  const [cause, fix] = own.causes[kind]?.[causeCode] ?? [];
  return {
    summary: filled(own.summaries[kind], values, language) ?? english.summary,
    cause: filled(cause, values, language) ?? english.cause,
    fix: filled(fix, values, language) ?? english.fix,
  };
}

function subjectOf({ subject, isGroup, evidence: { hosts } }: Finding, own: FindingTexts): string {
  if (subject.type === 'installation') return own.installation;
  const host = subject.host ?? subject.uuid ?? '';
  return isGroup && Array.isArray(hosts) ? own.many(hosts.length, host) : host;
}

/** Undefined: there is no text, or a value is missing. */
function filled(
  text: string | undefined,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): string | undefined {
  let isWhole = text !== undefined;
  const sentence = text?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = written(name, values[name], language);
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? sentence : undefined;
}

function written(name: string, value: unknown, language: Language): string | undefined {
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
  if (typeof value !== 'string') return undefined;
  if (name !== 'expires_at') return value;
  const day = new Date(value);
  return Number.isNaN(day.getTime())
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
