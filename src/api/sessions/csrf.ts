/**
 * Restricts a session's cookie to pages of its own origin. A browser sends the cookie with every request, even from
 * pages on another port of the same machine (RFC 6265 section 8.5), so a write also has to carry a token that only
 * our pages can read.
 * Source: W3C Fetch Metadata (Sec-Fetch-Site), Fetch section 3.1 (Origin), OWASP on cross-site request forgery.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import { type ForwardingPeers, hostOf } from '../client.ts';

/** The session's, derived from the secret in its cookie: nothing more to store, and the one says nothing of the other. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('nameplate csrf token').digest('base64url');
}

export function isUnsafe(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Refuses a request without the token of its session. Errors: `csrf_token_refused`. */
export function requireCsrfToken(request: FastifyRequest, secret: string): void {
  const sent = request.headers['x-csrf-token'];
  const wanted = Buffer.from(csrfTokenOf(secret));
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new ServiceError(
    'csrf_token_refused',
    sent === undefined
      ? 'X-CSRF-Token is missing; send the csrf_token of the session'
      : 'X-CSRF-Token is not the csrf_token of the session; ask for the session again',
  );
}

/**
 * Refuses what a page of another origin has sent. The browser says so itself in Sec-Fetch-Site where it came by HTTPS
 * or from its own machine; elsewhere Origin is compared. Programs send neither. Errors: `origin_forbidden`.
 */
export function refuseOtherOrigins(request: FastifyRequest, peers: ForwardingPeers): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site === 'same-origin') return;
  if (site !== undefined && site !== 'none')
    throw forbidden(`the request comes from another origin (Sec-Fetch-Site: ${quoteValue(site)})`);
  const host = hostOf(request, peers);
  if (origin !== undefined && parseUrl(origin)?.host !== host) {
    throw forbidden(
      `Origin ${quoteValue(origin)} is not that of Host ${quoteValue(host)}; a proxy in front has to pass Host on`,
    );
  }
}

function forbidden(problem: string): ServiceError {
  return new ServiceError('origin_forbidden', problem);
}
