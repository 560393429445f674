/**
 * The request line as logs have it. Source: RFC 9112 section 3, docs/guides/import-logs.md ("What becomes of a
 * line").
 */
import { methodPattern } from '../../core/http-methods.ts';

export type LoggedTarget = {
  /** Of a target in absolute form, which goes before the Host field (RFC 9112 section 3.2.2); otherwise ''. */
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  /** As in records; '' when it isn't known. */
  readonly httpVersion: string;
};

/** RFC 9110 section 5.6.2 (token). */
const version = / HTTP\/\d(?:\.\d)?$/;

/**
 * Reads `GET /path?query HTTP/1.1`; spaces in the target, which some servers let pass, belong to the path, and the
 * version may be missing (HTTP/0.9). Undefined when it isn't a request.
 */
export function parseRequestLine(line: string): LoggedTarget | undefined {
  const methodEnd = line.indexOf(' ');
  if (methodEnd === -1) return undefined;
  const versionAt = line.search(version);
  const target = line.slice(methodEnd + 1, versionAt === -1 ? undefined : versionAt);
  const protocol = versionAt === -1 ? '' : line.slice(versionAt + 1);
  return parseTarget(line.slice(0, methodEnd), target, protocol);
}

/**
 * Checks a method and takes a target apart: origin form, absolute form or `*`. `protocol` is such as `HTTP/1.1`, or ''.
 */
export function parseTarget(method: string, target: string, protocol: string): LoggedTarget | undefined {
  if (!methodPattern.test(method)) return undefined;
  const httpVersion = /^HTTP\/(1\.[01]|[23])(?:\.0)?$/.exec(protocol)?.[1] ?? '';
  if (target === '*') return { host: '', method, path: target, query: '', httpVersion };
  const [, host = '', rest] = target.startsWith('/')
    ? [target, '', target]
    : (/^https?:\/\/(?:[^/?@]*@)?([^/?@]+)(.*)$/is.exec(target) ?? []);
  if (rest === undefined) return undefined;
  const queryAt = rest.indexOf('?');
  const path = queryAt === -1 ? rest : rest.slice(0, queryAt);
  return {
    host,
    method,
    path: path === '' ? '/' : path,
    query: queryAt === -1 ? '' : rest.slice(queryAt + 1),
    httpVersion,
  };
}
