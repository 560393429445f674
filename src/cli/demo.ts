/** `nameplate demo`. Source: docs/guides/demo.md. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { AnalyticsOpenError } from '../analytics/engine/chdb.ts';
import { AnalyticsAwayError } from '../analytics/engine/failures.ts';
import { AnalyticsSchemaError } from '../analytics/engine/migrate.ts';
import { AnalyticsStore } from '../analytics/store/analytics-store.ts';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import { shellWord } from '../core/shell-word.ts';
import { type DemoTotals, fillDemo, stepsOf } from '../demo/fill.ts';
import { makeDataDirectory } from '../service/data-directory.ts';
import { bootstrap, type FirstAccount } from '../service/first-token.ts';
import { createLogger } from '../telemetry/logger.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf, UsageError } from './failures.ts';
import { print, printJson } from './output.ts';
import { startProgress } from './progress.ts';
import { withStore } from './store.ts';

const help = `Usage: nameplate demo [OPTIONS]

Fills an empty data directory (NAMEPLATE_DATA_DIR) with invented traffic: five
custom domains with redirects, certificates and goals, and 90 days of pageviews,
custom events, requests and crawlers up to now, so that every report has
something to show. It creates an account and an access token, as a first start
does, and prints what to run next. 90 days take 15 to 30 seconds on two cores.
A directory that has been used already is refused.

The domains look connected, but nothing was checked: their DNS records are
invented, and their certificates self-signed.

The same seed makes the same traffic on the same day. Only uuids and the token
differ, and the token is NAMEPLATE_BOOTSTRAP_TOKEN where that is set.

Options:
  --days NUMBER  days of traffic, today included, 1 to 366 (default: 90)
  --seed TEXT    what the traffic follows from (default: nameplate)
  --json         print account, token and domains as JSON
  -h, --help     print this help
`;

type Options = { readonly days: string; readonly seed: string; readonly json?: true };

const maxDays = 366;
/** Of an installation: none of them may be there. */
const traces = ['control.db', 'analytics', 'spool'] as const;

export function demoCommand(): Command {
  return defineCommand('demo', help)
    .option('--days <number>', '', '90')
    .option('--seed <text>', '', 'nameplate')
    .option('--json')
    .action(makeDemo);
}

async function makeDemo(options: Options): Promise<void> {
  const days = readDays(options.days);
  const config = parseConfig(readEnvironment());
  refuseUsedDirectory(config);
  await makeDataDirectory(config.dataDir);
  const startedMs = performance.now();
  const { first, totals } = await fill(config, days, options.seed);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (options.json) await printJson(toJson(first, totals));
  else await print(describe(config, first, totals, `${days} days in ${seconds} s`));
}

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= maxDays) return days;
  throw new UsageError(`--days ${quoteValue(text)} is invalid; allowed: 1 to ${maxDays}`);
}

function refuseUsedDirectory({ dataDir }: Config): void {
  const found = traces.find((name) => existsSync(join(dataDir, name)));
  if (found === undefined) return;
  throw new CliError(
    `${quoteValue(dataDir)} has been used already (${found} is there): set NAMEPLATE_DATA_DIR to a new directory`,
  );
}

async function fill(
  config: Config,
  days: number,
  seed: string,
): Promise<{ first: FirstAccount; totals: DemoTotals }> {
  await using analytics = await openAnalytics(config);
  return await withStore(
    async (control) => {
      const first = await bootstrap(control, config.bootstrapToken);
      if (!first) throw new CliError('the control store has accounts already: the demo needs an empty one');
      const progress = startProgress('Inventing', stepsOf(days), 'days');
      let done = 0;
      try {
        const options = { seed, days, nowMs: systemClock.now() };
        const totals = await fillDemo(control, analytics, first.accountUuid, options, () => {
          done += 1;
          progress.at(done);
        });
        return { first, totals };
      } catch (error) {
        if (!(error instanceof AnalyticsAwayError)) throw error;
        throw new CliError(messageOf(error), { cause: error });
      } finally {
        progress.stop();
      }
    },
    { create: true },
  );
}

async function openAnalytics({ analytics }: Config): Promise<AnalyticsStore> {
  const logger = createLogger({ level: 'silent', format: 'json' });
  const { location, retentionDays } = analytics;
  try {
    return await AnalyticsStore.open(location, { logger, retentionDays, clock: systemClock });
  } catch (error) {
    if (!(error instanceof AnalyticsOpenError || error instanceof AnalyticsSchemaError)) throw error;
    throw new CliError(messageOf(error), { cause: error });
  }
}

function describe(config: Config, first: FirstAccount, totals: DemoTotals, how: string): string {
  const token = config.bootstrapToken === undefined ? first.secret : '$NAMEPLATE_BOOTSTRAP_TOKEN';
  const domain = totals.domains[0];
  const { host, port } = config.api;
  return `${[
    `${totals.pageviews} pageviews, ${totals.events} custom events and ${totals.requests} requests, ${how}.`,
    ...totals.domains.map(({ host: name, uuid }) => `  ${uuid}  ${name}`),
    'Their DNS records are invented, not checked, and their certificates self-signed.',
    '',
    'One account and one access token were created.',
    `  account  ${first.accountUuid}`,
    config.bootstrapToken === undefined
      ? `  token    ${token}  (keep it: it is not shown again)`
      : '  token    the one in NAMEPLATE_BOOTSTRAP_TOKEN',
    '',
    'Serve it:',
    `  NAMEPLATE_DATA_DIR=${shellWord(config.dataDir)} ${commandName} serve`,
    'Ask for a report:',
    `  curl -H "Authorization: Bearer ${token}" \\`,
    `    http://${host}:${port}/api/v1/analytics/custom_domains/${domain?.uuid}/sources`,
  ].join('\n')}\n`;
}

function toJson(first: FirstAccount, { domains, ...counts }: DemoTotals): unknown {
  return { account_uuid: first.accountUuid, token: first.secret, domains, ...counts };
}
