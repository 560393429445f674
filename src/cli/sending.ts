/** How requests of commands are sent, and what can come of one. Source: docs/reference/operator-api.md ("Commands"). */
import { errorField } from '../core/error-field.ts';
import { exchange, type Received, type Sent, type Target } from './exchange.ts';
import { CliError, messageOf } from './failures.ts';

/** Sends a request one of the three ways. */
export type Send = (sent: Sent) => Promise<Received>;

/** A request whose answer never came: it may have been carried out. */
export class Unanswered extends CliError {}

/** A refusal of the API. */
export class ApiError extends CliError {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Over connections; `fields` go with every request, and `prefix` is in front of every path. Rejects with {@link Unanswered}. */
export function over(target: Target, fields: Readonly<Record<string, string>>, prefix = ''): Send {
  return async ({ path, headers, ...sent }) => {
    try {
      return await exchange(target, {
        ...sent,
        path: `${prefix}${path}`,
        headers: { ...headers, ...fields },
      });
    } catch (error) {
      const where = target.socketPath ?? `${target.host}${target.port ? `:${target.port}` : ''}`;
      const message = `Nameplate doesn't answer at ${where} (${messageOf(error)})`;
      throw wasSent(error) ? new Unanswered(message) : new CliError(message);
    }
  };
}

/** Whether a request may have arrived before its exchange failed. */
function wasSent(error: unknown): boolean {
  return errorField(error, 'syscall') !== 'connect' && errorField(error, 'syscall') !== 'getaddrinfo';
}
