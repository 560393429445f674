/**
 * Every web-analytics report answers what a slow, obviously right computation answers, over pageviews that arrive late,
 * in any order, in several batches and several times. Source: docs/reference/web-analytics.md.
 */
import fc from 'fast-check';
import { test } from 'vitest';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { anyPageviews } from './random-pageviews.ts';
import { openForSuite } from './store-of-suite.ts';
import { anyReportRequest, batchesOf, expectRight } from './web-report-requests.ts';

const roles = ['a', 'b'] as const;
const anyHistory = fc.record({
  pageviews: anyPageviews(roles),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  repeated: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
});

onChdb('reports of pageviews', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: answer what the slow computation answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory,
        fc.array(anyReportRequest, { minLength: 1, maxLength: 2 }),
        async ({ pageviews, cuts, repeated }, questions) => {
          const uuids = new Map<string, string>(roles.map((role) => [role, newUuid()]));
          const rows = pageviews.map((row) => ({ ...row, domain: uuids.get(row.domain) ?? '' }));
          const batches = batchesOf(rows, cuts).map((part) => ({
            name: newUuid(),
            rows: part,
            mayBeStored: true,
          }));
          for (const batch of [...batches, ...repeated.flatMap((index) => batches[index] ?? [])]) {
            await getStore().insertPageviews(batch);
          }
          for (const question of questions)
            for (const domain of uuids.values()) await expectRight(getStore(), rows, domain, question);
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
  });
});
