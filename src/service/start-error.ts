/** Why the service cannot start, in one line for the operator. Source: docs/reference/service.md. */
import { errorField, errorMessage } from '../core/error-field.ts';

/** A failure to start, in one line for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** The control store is away, but the edge can start without it. */
export class StoreAwayError extends StartError {
  override readonly name = 'StoreAwayError';
}

/** Describes a failure in one line. */
export function describeFailure(error: unknown): string {
  const text = errorMessage(error);
  return text.replaceAll(/\s+/g, ' ').trim() || (errorField(error, 'code') ?? 'unknown error');
}
