/**
 * Why the edge could not start, in one line for the operator. Source: docs/reference/service.md ("Starts that fail").
 */
import type { WorkerOptions } from './worker-options.ts';
import type { WorkerFailure } from './worker-protocol.ts';

export class EdgeStartError extends Error {
  override readonly name = 'EdgeStartError';
  /** The system's error code, such as `EADDRINUSE`; empty when there is none. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export function toStartError(failure: WorkerFailure, options: WorkerOptions): EdgeStartError {
  return new EdgeStartError(describe(failure, options), failure.code);
}

function describe(failure: WorkerFailure, options: WorkerOptions): string {
  if (failure.during === 'serve') return `an edge worker failed while starting: ${failure.message}`;
  if (failure.during === 'load') return `the edge could not load its routes: ${failure.message}`;
  const isTls = failure.during === 'listen_tls';
  const number = isTls ? options.httpsPort : options.httpPort;
  const port = `${isTls ? 'NAMEPLATE_EDGE_HTTPS_PORT' : 'NAMEPLATE_EDGE_HTTP_PORT'} is ${number}`;
  const host = `NAMEPLATE_EDGE_HOST is ${JSON.stringify(options.host)}`;
  switch (failure.code) {
    case 'EADDRINUSE':
      return `${port}, but another program already listens on port ${number} of ${options.host}`;
    case 'EACCES':
      return `${port}, but this user may not listen on port ${number} (below 1024 needs root or CAP_NET_BIND_SERVICE)`;
    case 'EADDRNOTAVAIL':
      return `${host}, but this machine has no such address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${host}, which is not an address of this machine`;
    default:
      return `${host} and ${port}, but the edge cannot listen there: ${failure.message}`;
  }
}
