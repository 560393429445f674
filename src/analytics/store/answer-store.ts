/** The analytics store for one answer to an account: its statements share the time of an answer and the account's places. */
import type { BlockStore, ReportStore } from '../engine/report-store.ts';
import type { AnalyticsStore } from './analytics-store.ts';
import { AnswerTime } from './answer-time.ts';

export function answerStore(
  open: () => Promise<Pick<AnalyticsStore, 'query' | 'readBlocks'>>,
  account: string,
  time: AnswerTime = new AnswerTime(),
): ReportStore & BlockStore {
  return {
    query: async (sql, params) => (await open()).query(sql, params, account, time),
    readBlocks: async (sql, params, take, signal) =>
      (await open()).readBlocks(sql, params, take, signal, account, time),
  };
}
