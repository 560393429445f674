/** Access logs as a kind of import: their formats, the hosts that are wanted, the records. Source: docs/guides/import-logs.md. */
import type { ImportKind, LineFormat } from '../import/import-reader.ts';
import { isWantedHost } from '../import/wanted-host.ts';
import { encodeRequestRecord } from '../ingest/request-codec.ts';
import type { LineRefusal, LoggedRequest, ParserOptions } from './access-log-line.ts';
import { createParser, detectFormat, detectionLines, type LogFormat, logFormats } from './formats.ts';

export type LogImportOptions = ParserOptions & {
  /** Hosts whose requests are taken, lower case; undefined takes all. Lines that name no host are taken. */
  readonly hosts: ReadonlySet<string> | undefined;
  /** Undefined finds it out. */
  readonly format: LogFormat | undefined;
};

export function logImport(options: LogImportOptions): ImportKind<LoggedRequest, LineRefusal> {
  return {
    domainUuid: options.domainUuid,
    detectionLines: options.format === undefined ? detectionLines : 1,
    detect(lines) {
      const format = options.format ?? detectFormat(lines);
      if (format !== undefined) return lineFormat(format, options);
      return { problem: `none of its first lines is of a known format (${logFormats.join(', ')})` };
    },
    timeOf: (request) => request.startedAtMs,
    encode: encodeRequestRecord,
  };
}

function lineFormat(format: LogFormat, options: LogImportOptions): LineFormat<LoggedRequest, LineRefusal> {
  const parse = createParser(format, options);
  return {
    name: format,
    parse(line) {
      const request = parse(line);
      return typeof request === 'string' || isWantedHost(request.host, options.hosts)
        ? request
        : 'other_host';
    },
  };
}
