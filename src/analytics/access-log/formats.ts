/** The formats of access logs, and which one a file is in. Source: docs/guides/import-logs.md. */
import type { LineParser, ParserOptions } from './access-log-line.ts';
import { caddyJsonParser } from './caddy-json-format.ts';
import { combinedParser } from './combined-format.ts';
import { LoggedDurations } from './durations.ts';
import { nginxJsonParser } from './nginx-json-format.ts';

export const logFormats = ['combined', 'nginx-json', 'caddy-json'] as const;
export type LogFormat = (typeof logFormats)[number];

const parsers: Readonly<Record<LogFormat, (options: ParserOptions) => LineParser>> = {
  combined: combinedParser,
  'nginx-json': nginxJsonParser,
  'caddy-json': caddyJsonParser,
};

/** How many lines a format is detected from. */
export const detectionLines = 100;

/** A parser remembers what the lines before had; make one for each file. */
export function createParser(format: LogFormat, options: ParserOptions): LineParser {
  return parsers[format](options);
}

/**
 * The format that can read the most lines; on a tie the stricter one, since Caddy's lines are JSON too. Undefined if
 * none can read any.
 */
export function detectFormat(lines: readonly string[]): LogFormat | undefined {
  let best: LogFormat | undefined;
  let bestKnown = 0;
  for (const format of ['combined', 'caddy-json', 'nginx-json'] as const) {
    const parse = createParser(format, {
      domainUuid: '',
      useForwardedFor: false,
      durations: new LoggedDurations(undefined),
    });
    const known = lines.filter((line) => parse(line) !== 'format_unknown').length;
    if (known <= bestKnown) continue;
    best = format;
    bestKnown = known;
  }
  return best;
}
