/**
 * How an edge shows that a request for a host reaches it: it answers a token with a value that only this installation can make.
 * Source: docs/reference/diagnosis.md ("Reachable").
 */
import { createHmac, randomBytes } from 'node:crypto';

/** Below the challenges of certificate authorities, which proxies pass on. */
const prefix = '/.well-known/acme-challenge/np-';
const tokenBytes = 32;
const pathLength = prefix.length + 43;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export function newReachToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function reachPath(token: string): string {
  return prefix + token;
}

/** The token that a path has; undefined: it is another path. */
export function reachTokenIn(path: string): string | undefined {
  if (path.length !== pathLength || !path.startsWith(prefix)) return undefined;
  const token = path.slice(prefix.length);
  return tokenPattern.test(token) ? token : undefined;
}

/** What answers a token for a host under each key. */
export function reachAnswers(keys: readonly string[], token: string, host: string): readonly string[] {
  return keys.map((key) =>
    createHmac('sha256', Buffer.from(key, 'base64')).update(token).update(host).digest('base64url'),
  );
}
