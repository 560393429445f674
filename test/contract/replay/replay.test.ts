/** Rules replayed on random requests, compared with reading one request after the other. Source: docs/reference/replay.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { dayOf } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { anyRequest } from '../../support/any-rules.ts';
import { anyChange, anyHost, host, naiveReplay, others, recordOf } from '../../support/recorded-answers.ts';
import { replayIn, type WantedReplay } from '../../support/replay-in.ts';
import { runs } from '../../support/runs.ts';
import { manyRows } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

/** That of the requests. */
const day = dayOf(Date.UTC(2026, 10, 24));
const model = { redirect: undefined, hasDomain: true };

onChdb('a replay of rules', () => {
  const getStore = openForSuite(chdbLocation);

  const store = async (...rows: readonly RequestRow[]): Promise<void> =>
    getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });

  const replay = (asked: Partial<WantedReplay> & Pick<WantedReplay, 'owners'>) =>
    replayIn(getStore(), {
      range: { from: day, to: day },
      rules: [],
      present: [],
      host: { host, ...model },
      others,
      signal: new AbortController().signal,
      ...asked,
    });

  test('property: every count is that of a reader of single requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyChange,
        anyHost,
        fc.array(fc.tuple(anyRequest, fc.constantFrom('', 'www.a.example', host, host, host, host)), {
          minLength: 300,
          maxLength: 500,
        }),
        async ({ present, rules }, modelHost, requests) => {
          const owners = [newUuid(), newUuid()];
          const rows = requests.map(([request, recordedHost], index) => ({
            ...recordOf(request, present, modelHost),
            host: recordedHost,
            domain: owners[index % 2] ?? '',
          }));
          await store(...rows);
          // Requests of other days and of others don't count.
          const [row] = rows;
          if (row) await store({ ...row, time: row.time - 86_400_000 }, { ...row, domain: newUuid() });
          const { redirect, hasDomain } = modelHost;
          const answer = await replay({
            owners,
            rules,
            present,
            host: { host, redirect, hasDomain },
          });
          const { byRule, samples, notReplayable: _, ...counts } = answer;
          expect({ ...counts, rules: [...byRule] }).toEqual(naiveReplay(rows, rules, present, modelHost));
          expect(samples.length > 0).toBe(counts.changed > 0);
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  test('rules that begin and end within the range hold for the requests between', async () => {
    const owner = newUuid();
    const noon = Date.UTC(2026, 10, 24, 12);
    await store(
      ...manyRows(10, (index) => ({ domain: owner, host, time: noon + index, failure: 'unmatched' })),
    );
    const between: Rule = {
      active: true,
      if: { starts_at: '2026-11-24T12:00:00.002Z', ends_at: '2026-11-24T13:00:00.005+01:00' },
      then: { block: {} },
    };
    expect(await replay({ owners: [owner], rules: [between] })).toMatchObject({ requests: 10, blocked: 3 });
  });
});
