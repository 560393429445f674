/** The process of `bench/exports.ts` that exports and may be killed: says what memory it takes, and how many rows are written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { AnalyticsStore } from '../../src/analytics/store/analytics-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { HostNames } from '../../src/core/host-names.ts';
import { ExportFiles } from '../../src/features/exports/export-files.ts';
import { Exporter } from '../../src/features/exports/exporter.ts';
import { openStore, sqliteIn } from './nameplate.ts';

const memoryBytes = 2_048 * 1_024 * 1_024;
const sampleEveryMs = 50;
const quietMs = 2_000;

const [dataDir = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const store = await openStore({ location: sqliteIn(dataDir), dir: dataDir });
const analytics = await AnalyticsStore.open(
  { kind: 'chdb', path: join(dataDir, 'analytics'), memoryBytes },
  { logger, retentionDays: 0, clock: systemClock },
);
await store.nodeLeases.takeOver('01990000-0000-7000-8000-000000000001');
await analytics.query('SELECT count() FROM requests');
await new Promise((resolve) => setTimeout(resolve, quietMs));
const quietBytes = residentBytes();
let peakBytes = quietBytes;
const timer = setInterval(() => {
  const bytes = residentBytes();
  if (bytes <= peakBytes) return;
  peakBytes = bytes;
  // At once, as the process may be killed.
  process.send?.({ quietBytes, peakBytes });
}, sampleEveryMs);
const exporter = new Exporter({
  store,
  analytics,
  files: new ExportFiles(dataDir),
  budgetBytes: Number.MAX_SAFE_INTEGER,
  outgoing: { policy: { refusalOf: () => undefined }, names: new HostNames() },
  clock: systemClock,
  logger,
});
await exporter.runDue();
clearInterval(timer);
process.send?.({ quietBytes, peakBytes });
await exporter[Symbol.asyncDispose]();
await analytics[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
process.disconnect();

function residentBytes(): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
}
