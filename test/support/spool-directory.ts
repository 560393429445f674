/** What tests of the spool share: lines, loggers that remember, a look into the files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { encodeRequestRecord } from '../../src/analytics/ingest/request-codec.ts';
import type { RequestLookups } from '../../src/analytics/ingest/request-pipeline.ts';
import { noDetails, type RequestRecord } from '../../src/analytics/ingest/request-record.ts';
import { errorField } from '../../src/core/error-field.ts';

export const sampleRecord: RequestRecord = {
  domainUuid: '0190b6a0-0000-7000-8000-000000000001',
  startedAtMs: Date.UTC(2026, 0, 15, 12),
  durationUs: 1_500,
  bytesIn: 300,
  bytesOut: 5_000,
  status: 200,
  method: 'GET',
  path: '/some/page',
  clientAddress: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  ...noDetails,
};

/** Finds nothing. */
export const noLookups: RequestLookups = {
  bots: { nameOf: () => '' },
  crawlers: { verdictOf: () => 'none' },
  datacenters: { slugOf: () => '' },
  userAgents: { find: () => ({ browser: 'Unknown', operatingSystem: 'Unknown', device: '' }) },
  countries: { countryOf: () => '' },
  visitors: { hash: () => undefined },
};

/** A line whose number can be found again in its duration. */
export function numberedLine(number: number): string {
  return encodeRequestRecord({ ...sampleRecord, durationUs: number });
}

export type LogLine = { readonly level: string; readonly msg: string } & Record<string, unknown>;

/** A logger whose lines can be looked at. */
export function rememberingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (text: string) => void lines.push(JSON.parse(text));
  const logger = pino({ base: null, formatters: { level: (label) => ({ level: label }) } }, { write });
  return { logger, lines };
}

/** Complete lines of all segments in a directory, open ones too, without the headers. */
export async function spooledLines(directory: string): Promise<string[]> {
  for (;;) {
    try {
      const names = await segmentFiles(directory);
      const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
      return texts.flatMap((text) => text.split('\n').slice(1, -1));
    } catch (error) {
      // A segment was closed, and so renamed, since the directory was listed.
      if (errorField(error, 'code') !== 'ENOENT' || errorField(error, 'syscall') !== 'open') throw error;
    }
  }
}

/** Names of the segments in a directory, sorted. */
export async function segmentFiles(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /\.(open|ndjson)$/.test(name)).toSorted();
}
