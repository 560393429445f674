/** A replay reads its requests block by block, which each engine sends in its own way. Source: docs/reference/replay.md. */
import { expect, test, vi } from 'vitest';
import { dayOf } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { host, others } from '../../support/recorded-answers.ts';
import { replayIn, type WantedReplay } from '../../support/replay-in.ts';
import { manyRows } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const day = dayOf(Date.UTC(2026, 10, 24));

onEachAnalyticsStore('a replay of rules', (newLocation) => {
  const getStore = openForSuite(newLocation);

  const replay = (asked: Partial<WantedReplay> & Pick<WantedReplay, 'owners'>) =>
    replayIn(getStore(), {
      range: { from: day, to: day },
      rules: [],
      present: [],
      host: { host, redirect: undefined, hasDomain: true },
      others,
      signal: new AbortController().signal,
      ...asked,
    });

  test('blocks of many groups are read one after the other', async () => {
    const owner = newUuid();
    const rows = manyRows(30_000, (index) => ({
      domain: owner,
      host,
      path: `/${index}`,
      time: day * 86_400_000,
    }));
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const rules: Rule[] = [{ active: true, if: { path: '/1*' }, then: { block: {} } }];
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await replay({ owners: [owner], rules });
    // Others are answered between one part and the next.
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(300 * 1024);
    parse.mockRestore();
    const blocked = rows.filter(({ path }) => path.startsWith('/1')).length;
    expect(answer).toMatchObject({ requests: 30_000, blocked, changed: blocked });
    expect(answer.samples).toHaveLength(20);
  });

  test('a client that is gone ends it', async () => {
    const owner = newUuid();
    const rows = manyRows(1, { domain: owner, host, time: day * 86_400_000 });
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(replay({ owners: [owner], signal })).rejects.toThrow('gone');
  });
});
