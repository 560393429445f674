/** Access logs as a kind of import: their formats, the hosts that are wanted, the records. Source: docs/guides/import-logs.md. */
import { isWildcardHost } from '../../core/wildcard-host.ts';
import type { ImportKind, LineFormat } from '../import/import-reader.ts';
import { importedHost, isWantedHost } from '../import/wanted-host.ts';
import { encodeRequestRecord } from '../ingest/request-codec.ts';
import type { LineRefusal, LoggedRequest, ParserOptions } from './access-log-line.ts';
import { type DurationUnit, LoggedDurations } from './durations.ts';
import { createParser, detectFormat, detectionLines, type LogFormat, logFormats } from './formats.ts';

export type LogImportOptions = Omit<ParserOptions, 'durations'> & {
  /** Whose requests lines without a host are. */
  readonly domainHost: string;
  /** Hosts whose requests are taken, lower case; undefined takes all. Lines that name no host are taken. */
  readonly hosts: ReadonlySet<string> | undefined;
  /** Keep the path of referrers. */
  readonly referrerPaths: boolean;
  /** Undefined finds it out. */
  readonly format: LogFormat | undefined;
  /** Of numbers; undefined takes seconds, if the file shows that they are. */
  readonly durationUnit: DurationUnit | undefined;
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
  const durations = new LoggedDurations(options.durationUnit);
  const parse = createParser(format, { ...options, durations });
  // Which of its hosts it was, a wildcard's line doesn't say.
  const ownHost = isWildcardHost(options.domainHost) ? '' : options.domainHost;
  return {
    name: format,
    parse(line) {
      const request = parse(line);
      if (typeof request === 'string') return request;
      const host = importedHost(toText(request.host)) || ownHost;
      if (!isWantedHost(host, options.hosts)) return 'other_host';
      return { ...request, host, referrerPath: options.referrerPaths ? request.referrerPath : '' };
    },
    problemAtEnd: () => durations.problem,
  };
}

/** Host fields are mostly ASCII; others are UTF-8. */
function toText(bytes: string): string {
  return /[^\0-\x7f]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
