/**
 * What travels over the control socket: lines of JSON. The client sends one request; the supervisor answers with any number
 * of `progress` lines and one `outcome`, and closes. Source: docs/reference/service.md ("The control socket").
 */
import { isRecord } from '../core/json-reader.ts';
import type { Environment } from '../edge/child-process.ts';

export type UpgradeRequest = {
  readonly request: 'upgrade';
  /** Absolute path of the program; without it, the one that the service was started from. */
  readonly program?: string;
  /** Replaces every `NAMEPLATE_` variable of the service; without it, they stay as they are. */
  readonly environment?: Environment;
};

export type ControlRequest = UpgradeRequest | { readonly request: 'status' };

export type Outcome = {
  readonly outcome: 'done' | 'refused' | 'rolled_back';
  /** One line for the operator. */
  readonly message: string;
  /** Of the supervisor. */
  readonly pid: number;
  /** Answered to `status`: whether the service has the API, which "nameplate edge" has not. */
  readonly api?: boolean;
};

export type ControlAnswer = { readonly progress: string } | Outcome;

/** Longer than any environment. */
export const maxRequestBytes = 1_048_576;

/** Reads a request; returns undefined when it is none. */
export function readRequest(line: string): ControlRequest | undefined {
  const value = parse(line);
  if (!isRecord(value)) return undefined;
  if (value.request === 'status') return { request: 'status' };
  const { program, environment } = value;
  if (value.request !== 'upgrade') return undefined;
  if (program !== undefined && typeof program !== 'string') return undefined;
  if (environment !== undefined && !isEnvironment(environment)) return undefined;
  return {
    request: 'upgrade',
    ...(program === undefined ? {} : { program }),
    ...(environment === undefined ? {} : { environment }),
  };
}

/** Reads an answer; returns undefined when it is none. */
export function readAnswer(line: string): ControlAnswer | undefined {
  const value = parse(line);
  if (!isRecord(value)) return undefined;
  if (typeof value.progress === 'string') return { progress: value.progress };
  const { outcome, message, pid, api } = value;
  const isOutcome = outcome === 'done' || outcome === 'refused' || outcome === 'rolled_back';
  return isOutcome && typeof message === 'string' && typeof pid === 'number'
    ? { outcome, message, pid, ...(typeof api === 'boolean' && { api }) }
    : undefined;
}

function isEnvironment(value: unknown): value is Environment {
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, text]) => name.startsWith('NAMEPLATE_') && typeof text === 'string')
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
