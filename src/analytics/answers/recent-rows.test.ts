import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { pageviewRow, requestRow } from '../../../test/contract/analytics-store/rows.ts';
import { recentRequests } from '../reports/recent-requests.ts';
import { recentPageviews } from '../visits/recent-pageviews.ts';
import type { AddedBatches } from './added-rows.ts';
import { AnswerMemory } from './answer-memory.ts';
import { DayChanges, quartersOf } from './day-changes.ts';
import type { ReportStore } from './report-store.ts';

const domain = '0190b6a0-0000-7000-8000-000000000001';
const since = Date.UTC(2026, 2, 15, 12);
const chunkBytes = 128 * 1024;
const kept = 400;

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test.each(['requests', 'pageviews'] as const)(
  '%s that are kept do not keep alive what their texts were cut from',
  async (kind) => {
    const memory = new AnswerMemory(new DayChanges());
    const store: ReportStore = {
      query: () => Promise.resolve([]),
      remember: (question, ask) => memory.remember(question, ask),
    };
    const ask = (): Promise<readonly unknown[] | undefined> =>
      kind === 'requests' ? recentRequests(store, domain, since) : recentPageviews(store, domain, since);
    await ask();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let nth = 0; nth < kept; nth++) {
      // As the spool is read.
      const chunk = Buffer.alloc(chunkBytes, `${nth} and so on `).toString('latin1');
      const text = chunk.slice(1_000, 1_040);
      const fields = { domain, time: since + nth, path: text };
      const added: AddedBatches =
        kind === 'requests'
          ? { kind, batches: [{ rows: [requestRow({ ...fields, bot: text, datacenter: text })] }] }
          : {
              kind,
              batches: [
                {
                  rows: [
                    pageviewRow({
                      ...fields,
                      visitor: text,
                      previous_visitor: text,
                      source: text,
                      utm_source: text,
                      utm_medium: text,
                      utm_campaign: text,
                      utm_term: text,
                      utm_content: text,
                      browser: text,
                      operating_system: text,
                      country: text,
                      region: text,
                      region_name: text,
                      city: text,
                    }),
                  ],
                },
              ],
            };
      memory.beginAdding(added, quartersOf<{ domain: string; time: number }>(added.batches))(true);
    }
    expect(await ask()).toHaveLength(kept);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan((kept * chunkBytes) / 4);
  },
);
