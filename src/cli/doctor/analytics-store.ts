/** Checks that the analytics store opens or answers, and which schema it has, without migrating it. */

import { existsSync } from 'node:fs';
import {
  type BrokenPart,
  type DamagedPart,
  findBrokenParts,
  findDamagedPart,
} from '../../analytics/engine/broken-parts.ts';
import { openChdb, ownerOf } from '../../analytics/engine/chdb.ts';
import { openClickhouse } from '../../analytics/engine/clickhouse.ts';
import type { AnalyticsEngine } from '../../analytics/engine/engine.ts';
import { analyticsSchemaVersion, findAnalyticsSchema } from '../../analytics/engine/migrate.ts';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { commandName } from '../../core/program-files.ts';
import { counted } from '../counted.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'analytics store';
const answerWithinMs = 5_000;
/** A large store takes longer than anybody waits for; then the rest of it is not looked at. */
const readWithinMs = 30_000;

export async function checkAnalyticsStore({ analytics: { location } }: Config): Promise<Finding> {
  if (location.kind === 'clickhouse') return await checkServer(() => openClickhouse(location));
  const { path } = location;
  if (!existsSync(path)) {
    return finding('ok', check, `${quoteValue(path)} is not there yet; the first start makes it.`);
  }
  // Not opened then: the engine would write its own error to the terminal.
  const owner = await ownerOf(path);
  if (owner !== undefined) {
    return finding(
      'ok',
      check,
      `chDB in ${quoteValue(path)} is in use by process ${owner}, the running service, which reports on it under /readyz and /metrics.`,
    );
  }
  try {
    return await checkEngine(await openChdb(location), `chDB in ${quoteValue(path)}`);
  } catch (error) {
    return finding(
      'problem',
      check,
      `chDB in ${quoteValue(path)} cannot be used (${messageOf(error)}): restore it from a backup, or set NAMEPLATE_CLICKHOUSE_URL.`,
    );
  }
}

async function checkServer(open: () => AnalyticsEngine): Promise<Finding> {
  try {
    return await checkEngine(open(), 'ClickHouse');
  } catch (error) {
    return finding(
      'problem',
      check,
      `ClickHouse cannot be used (${messageOf(error)}): check that the server runs and NAMEPLATE_CLICKHOUSE_URL is right.`,
    );
  }
}

async function checkEngine(engine: AnalyticsEngine, where: string): Promise<Finding> {
  try {
    const [row] = await ask<{ release: string }>(engine, 'SELECT version() AS release');
    const known = `${where}, version ${row?.release ?? 'unknown'}`;
    const broken = await findBrokenParts(engine.reports, engine.layout);
    if (broken.length > 0) return describeBroken(known, broken);
    const damaged = engine.kind === 'chdb' ? await findDamage(engine) : undefined;
    if (damaged) return describeDamaged(known, damaged);
    return describeVersion(known, await findAnalyticsSchema(engine), engine.kind === 'chdb');
  } finally {
    await engine.close();
  }
}

async function findDamage({ reports }: AnalyticsEngine): Promise<DamagedPart | undefined> {
  const overdue = AbortSignal.timeout(readWithinMs);
  try {
    return await findDamagedPart(reports, overdue);
  } catch (error) {
    if (overdue.aborted) return undefined;
    throw error;
  }
}

async function ask<Row>(engine: AnalyticsEngine, query: string): Promise<Row[]> {
  const overdue = AbortSignal.timeout(answerWithinMs);
  const result = await engine.reports.query({ query, format: 'JSONEachRow', abort_signal: overdue });
  return await result.json<Row>();
}

function describeDamaged(where: string, { table, part, reason }: DamagedPart): Finding {
  const why = reason.replaceAll(/\s+/g, ' ').slice(0, 200);
  return finding(
    'problem',
    check,
    `${where}, has a damaged part of ${table} (${part}: ${why}), and reports that need it fail: restore it from a backup, or detach the part to accept the loss.`,
  );
}

function describeBroken(where: string, parts: readonly BrokenPart[]): Finding {
  const tables = [...new Set(parts.map(({ table }) => table))];
  const list = tables.map((table) => {
    const count = parts.filter((part) => part.table === table).length;
    return `${counted(count, 'broken part')} of ${table}`;
  });
  return finding(
    'problem',
    check,
    `${where}, has ${list.join(', ')}, whose rows are missing from reports: restore it from a backup, or delete the parts from detached/ to accept the loss.`,
  );
}

function describeVersion(where: string, version: number, isEmbedded: boolean): Finding {
  if (version > analyticsSchemaVersion) {
    return finding(
      'problem',
      check,
      `${where}, has schema version ${version}, this program knows ${analyticsSchemaVersion}: use the newer Nameplate that wrote it.`,
    );
  }
  if (version === analyticsSchemaVersion)
    return finding('ok', check, `${where}, answers, schema version ${version}.`);
  if (version === 0) return finding('ok', check, `${where}, has no tables yet: the next start makes them.`);
  const state = `${where}, has schema version ${version}, older than ${analyticsSchemaVersion}`;
  return isEmbedded
    ? finding('ok', check, `${state}: the next start migrates it; back it up before.`)
    : finding(
        'problem',
        check,
        `${state}: stop every older Nameplate on it, back it up and run "${commandName} migrate".`,
      );
}
