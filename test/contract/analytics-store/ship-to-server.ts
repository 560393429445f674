/**
 * A process that ships a spool to a ClickHouse server until it is killed. Arguments: the spool's directory, the server's URL.
 * Not a test of its own: see places.test.ts.
 */
import { pino } from 'pino';
import { PageviewPipeline } from '../../../src/analytics/ingest/pageview-pipeline.ts';
import { RequestPipeline } from '../../../src/analytics/ingest/request-pipeline.ts';
import { Shipper } from '../../../src/analytics/ingest/shipper.ts';
import { Spool } from '../../../src/analytics/ingest/spool.ts';
import { nowhere } from '../../../src/analytics/lookup/location-record.ts';
import { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { noLookups } from '../../support/spool-directory.ts';

const [directory = '', url = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const spool = await Spool.open(directory, { budgetBytes: 1e9, clock: systemClock, logger });
const store = await AnalyticsStore.open(
  { kind: 'clickhouse', url, cluster: undefined },
  { logger, retentionDays: 0, clock: systemClock, insertEveryMs: 1_000 },
);
new Shipper(
  spool,
  store,
  {
    requests: new RequestPipeline(noLookups),
    pageviews: new PageviewPipeline(noLookups.userAgents, { find: () => nowhere }, systemClock),
  },
  logger,
).start();
