/** The log: one JSON object a line, or coloured lines on a terminal. */
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { build as prettyStream } from 'pino-pretty';

export type LogOptions = {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly format: 'json' | 'pretty';
};

/** Makes the program's logger on standard output. Fields that may hold a secret are cut out, wherever they stand. */
export function createLogger(options: LogOptions): Logger {
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
  if (options.format === 'json') return pino(settings);
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
