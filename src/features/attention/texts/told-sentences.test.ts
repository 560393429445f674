/** Source: docs/reference/subscriptions.md ("Languages"). */
import { expect, test } from 'vitest';
import type { FindingKindName } from '../../../core/finding.ts';
import { languages } from '../../../core/languages.ts';
import type { Finding } from '../finding-rows.ts';
import { kinds } from '../kinds.ts';
import { findingTexts, toldSentences } from './told-sentences.ts';

/** What customers have no part in stays English. */
const forOperators = new Set<FindingKindName>([
  'webhook_failing',
  'client_certificate_expiring',
  'ask_failing',
  'data_old',
  'spool_behind',
  'disk_low',
]);
const told = kinds.filter(({ kind }) => !forOperators.has(kind));
const others = languages.filter((language) => language !== 'en');

/** With everything that sentences are made of. */
const evidence = {
  requests: 1234,
  failed: 56,
  expected: 789,
  not_found: 432,
  answers: 21,
  handshakes: 99,
  host: 'www.example.com',
  p95_seconds: 2.345,
  usual_p95_seconds: 0.5,
  destination: 'https://example.org/a',
  expires_at: '2026-12-02T10:00:00.000+00:00',
};

function found(kind: FindingKindName, causeCode: string, more: Partial<Finding> = {}): Finding {
  return {
    uuid: '',
    accountUuid: '',
    kind,
    severity: 'warning',
    subject: { type: 'custom_domain', uuid: '', host: 'shop.example.com' },
    causeCode,
    evidence,
    isGroup: false,
    openedAt: 0,
    lastSeenAt: 0,
    resolvedAt: null,
    mutedUntil: null,
    ...more,
  };
}

test.each(others)('%s has each sentence of what customers are told, and no other', (language) => {
  const own = findingTexts[language];
  expect(Object.keys(own.summaries).toSorted()).toEqual(told.map(({ kind }) => kind).toSorted());
  expect(Object.keys(own.causes).toSorted()).toEqual(told.map(({ kind }) => kind).toSorted());
  for (const { kind, causes } of told) {
    expect(Object.keys(own.causes[kind] ?? {}).toSorted(), kind).toEqual(Object.keys(causes).toSorted());
    for (const code of Object.keys(causes)) {
      const [english, sentences] = [
        toldSentences(found(kind, code), 'en'),
        toldSentences(found(kind, code), language),
      ];
      for (const name of ['summary', 'cause', 'fix'] as const) {
        expect(sentences[name], `${kind} ${code}`).not.toBe(english[name]);
        expect(sentences[name], `${kind} ${code}`).toMatch(/^[^{}]+[.。]$/);
      }
      expect(sentences.summary).toContain('shop.example.com');
    }
  }
});

test('numbers and days are written as the language does', () => {
  expect(toldSentences(found('upstream_slow', 'answers_late'), 'de').cause).toContain('2,35 s');
  expect(toldSentences(found('traffic_drop', 'requests_missing'), 'de').cause).toContain('1.234 Anfragen');
  expect(toldSentences(found('certificate_expiring', 'not_renewed'), 'es').cause).toContain(
    '2 de diciembre de 2026',
  );
  expect(toldSentences(found('certificate_expiring', 'not_renewed'), 'ja').cause).toContain('2026年12月2日');
});

test('many domains and the installation are named in the language', () => {
  const many = found('upstream_errors', 'answers_failed', {
    isGroup: true,
    subject: { type: 'upstream', uuid: '', host: 'app.example.net' },
    evidence: { ...evidence, hosts: ['a.example', 'b.example'] },
  });
  expect(toldSentences(many, 'fr').summary).toMatch(/^2 domaines de app\.example\.net\u00a0: /);
  const all = found('traffic_drop', 'requests_missing_everywhere', {
    subject: { type: 'installation', uuid: null, host: null },
  });
  expect(toldSentences(all, 'nl').summary).toMatch(/^Deze installatie: /);
});

test('what has no words, or lacks a value, stays English', () => {
  const unknown = found('disk_low', 'disk_almost_full');
  expect(toldSentences(unknown, 'de')).toEqual(toldSentences(unknown, 'en'));
  const bare = found('loop', 'answers_508', { evidence: {} });
  expect(toldSentences(bare, 'de').cause).toBe(toldSentences(bare, 'en').cause);
  expect(toldSentences(bare, 'de').fix).toMatch(/^Prüfen Sie/);
});

test('marks before which French has a space that does not break', () => {
  for (const { kind, causes } of told)
    for (const code of Object.keys(causes))
      for (const text of Object.values(toldSentences(found(kind, code), 'fr')))
        expect(text.replace(/https?:\S+/g, '')).not.toMatch(/\S[:;!?»](?!\S)|« | [:;!?»]/);
});
