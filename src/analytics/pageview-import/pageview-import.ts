/** Pageviews measured elsewhere, as a kind of import. Source: docs/guides/import-pageviews.md. */
import type { ImportKind } from '../import/import-reader.ts';
import { isWantedHost } from '../import/wanted-host.ts';
import { encodePageviewRecord } from '../ingest/pageview-codec.ts';
import type { PageviewRecord } from '../ingest/pageview-record.ts';
import { BotCheck } from '../lookup/bot-check.ts';
import { type CellFormat, detectCellFormat } from './line-formats.ts';
import type { PageviewRefusal } from './pageview-line.ts';
import { type PageviewReading, readPageview } from './read-pageview.ts';

export type PageviewImportOptions = PageviewReading & {
  /** Hosts whose pageviews are taken, lower case; undefined takes all. Lines that name no host are taken. */
  readonly hosts: ReadonlySet<string> | undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function pageviewImport(options: PageviewImportOptions): ImportKind<PageviewRecord, PageviewRefusal> {
  const bots = new BotCheck();
  let format: CellFormat | undefined;
  return {
    domainUuid: options.domainUuid,
    detectionLines: 1,
    detect(lines) {
      const first = lines.find((line) => line.trim() !== '');
      if (first === undefined) return { problem: 'its first line is longer than 64 KiB' };
      const found = detectCellFormat(decode(first) ?? first);
      if ('problem' in found) return found;
      format = found;
      return { name: found.name, parse: (line) => parse(line, found, options, bots) };
    },
    timeOf: (pageview) => pageview.receivedAtMs,
    encode: encodePageviewRecord,
    ignoredColumns: () => format?.ignoredColumns() ?? [],
  };
}

function parse(
  line: string,
  format: CellFormat,
  options: PageviewImportOptions,
  bots: BotCheck,
): PageviewRecord | PageviewRefusal | undefined {
  const text = decode(line);
  if (text === undefined) return 'encoding_invalid';
  const cells = format.read(text);
  if (cells === undefined || typeof cells === 'string') return cells;
  const pageview = readPageview(cells, options, bots);
  if (typeof pageview === 'string' || isWantedHost(pageview.host, options.hosts)) return pageview;
  return 'other_host';
}

/** Lines come as latin1: a character is a byte. */
function decode(line: string): string | undefined {
  if (!/[^\0-\x7f]/.test(line)) return line;
  try {
    return utf8.decode(Buffer.from(line, 'latin1'));
  } catch {
    return undefined;
  }
}
