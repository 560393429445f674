/** The errors of exchanges with an authority. Source: RFC 8555 section 6.7, RFC 9457. */
import { JsonView } from './json-view.ts';

/**
 * The type of an authority's problem document, without its prefix (`rateLimited`, `caa`, `dns`, …), or one of ours:
 * `unreachable` and `timeout` (no answer), `unavailable` (an answer that says: not now), `unexpected` (one that the
 * protocol does not have), `incomplete` (an order that came to nothing without a reason), `account` (no account can be
 * had).
 */
export type AcmeErrorType = string;

const prefix = 'urn:ietf:params:acme:error:';
const maxLength = 600;
const serverTypes: ReadonlySet<AcmeErrorType> = new Set([
  'unreachable',
  'timeout',
  'unavailable',
  'unexpected',
  'account',
  'badNonce',
  'serverInternal',
]);

export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  readonly type: AcmeErrorType;
  /** How long the authority asks us to wait; undefined if it doesn't say. */
  readonly retryAfterMs: number | undefined;
  /** Whether it is what the authority found at the host. */
  readonly isOfValidation: boolean;

  constructor(type: AcmeErrorType, message: string, retryAfterMs?: number, isOfValidation = false) {
    super(tidy(message));
    this.type = type;
    this.retryAfterMs = retryAfterMs;
    this.isOfValidation = isOfValidation;
  }

  /** Whether the authority or the network is at fault rather than the request. */
  get isOfServer(): boolean {
    return serverTypes.has(this.type);
  }
}

/** Reads a problem document, which may hold one for each name. */
export function problemOf(document: unknown, fallback: string, retryAfterMs?: number): AcmeError {
  const view = new JsonView(document);
  const subproblems = view.list('subproblems').map((each) => new JsonView(each));
  const [first] = subproblems;
  const type = shortType(view.text('type') ?? first?.text('type'));
  const details = [view.text('detail'), ...subproblems.map((each) => each.text('detail'))];
  const detail = details.filter((text) => text !== undefined && text !== '').join('; ');
  return new AcmeError(type ?? 'unexpected', detail || fallback, retryAfterMs);
}

function shortType(type: string | undefined): string | undefined {
  return type?.startsWith(prefix) ? type.slice(prefix.length) : undefined;
}

/** The text comes from outside and ends up in logs and pages. */
function tidy(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
