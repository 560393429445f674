/** The log: one JSON object a line, or coloured lines on a terminal. */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { build as prettyStream } from 'pino-pretty';

export type LogOptions = {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Undefined: pretty on a terminal, otherwise JSON. */
  readonly format: 'json' | 'pretty' | undefined;
};

/** Creates the program's logger, on standard output unless JSON lines go elsewhere. Fields that may hold a secret are removed at any depth. */
export function createLogger(options: LogOptions, lines?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['authorization', '*.authorization', 'secret', '*.secret', 'password', '*.password'],
      remove: true,
    },
  };
  if (lines) return pino(settings, lines);
  const format = options.format ?? (process.stdout.isTTY ? 'pretty' : 'json');
  if (format === 'json') return pino(settings);
  return pino(
    settings,
    prettyStream({
      colorize: process.stdout.isTTY,
      translateTime: 'SYS:HH:MM:ss.l',
      ignore: 'pid,hostname',
      sync: true,
    }),
  );
}
