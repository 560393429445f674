/** Rules on what they themselves would have recorded. Source: docs/reference/replay.md. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyRequest } from '../../test/support/any-rules.ts';
import { anyHost, anyRules, host, others, recordOf } from '../../test/support/recorded-answers.ts';
import { runs } from '../../test/support/runs.ts';
import { OtherHosts } from '../rules/other-hosts.ts';
import { answeredBy } from '../rules/recorded-answer.ts';
import type { Rule } from '../rules/rule.ts';
import { KnownRules } from './known-rules.ts';
import { isAsRecorded } from './outcome.ts';
import { ReplayedRules } from './replayed-rules.ts';

const numRuns = runs(200);

it('rules change nothing about what they answered themselves', () => {
  let certain = 0;
  fc.assert(
    fc.property(anyRules, anyHost, fc.array(anyRequest, { maxLength: 10 }), (rules, model, requests) => {
      const replayed = new ReplayedRules(rules, new KnownRules(rules), {
        host,
        redirect: model.redirect,
        hasDomain: model.hasDomain,
        others: new OtherHosts(others),
      });
      for (const request of requests) {
        const row = recordOf(request, rules, model);
        const { path, method, country, device, bot, time: atMs, status, rule, target, failure } = row;
        const { operating_system: system, browser, bot_verified: botVerified } = row;
        const by =
          rule === ''
            ? row.redirect === ''
              ? failure === 'unmatched'
                ? answeredBy.nothing
                : answeredBy.host
              : answeredBy.redirect
            : row.upstream_us > 0
              ? answeredBy.ruleUpstream
              : answeredBy.rule;
        const recorded = { by, status, rule, target, failure };
        const { outcome, isUncertain } = replayed.decide(
          { path, method, country, device, system, browser, bot, botVerified, atMs },
          recorded,
        );
        if (isUncertain) continue;
        certain++;
        expect({ outcome, isAsRecorded: isAsRecorded(outcome, recorded) }).toMatchObject({
          isAsRecorded: true,
        });
      }
    }),
    { numRuns },
  );
  expect(certain).toBeGreaterThan(numRuns);
});

it.each([
  ['client_certificate_required', 403, ''],
  ['client_certificate_required', 308, 'https://a.example/x'],
  ['misdirected', 421, ''],
] as const)(
  'a request that was refused before rules, as %s with %i, is never changed',
  (failure, status, target) => {
    const rules: Rule[] = [{ active: true, then: { block: {} } }];
    const replayed = new ReplayedRules(rules, new KnownRules([]), {
      host,
      redirect: undefined,
      hasDomain: true,
      others: new OtherHosts([]),
    });
    const unknown = {
      country: '',
      device: '',
      system: '',
      browser: '',
      bot: '',
      botVerified: '',
      atMs: 0,
    } as const;
    const recorded = { by: answeredBy.host, status, rule: '', target, failure };
    const { outcome } = replayed.decide({ path: '/x', method: 'GET', ...unknown }, recorded);
    expect(isAsRecorded(outcome, recorded)).toBe(true);
    const served = { ...recorded, failure: '', status: 200, target: '' };
    expect(replayed.decide({ path: '/x', method: 'GET', ...unknown }, served).outcome.kind).not.toBe(
      'as_recorded',
    );
  },
);
