/**
 * Why a client did not get what a host has for it, for the request's record. Source: docs/reference/proxy-analytics.md
 * ("Failures").
 */
import type { RefusalReason } from './http1/refusal.ts';
import type { GatewayFailure } from './proxy/gateway-answer.ts';

export type RequestFailure =
  | GatewayFailure
  | RefusalReason
  /** Neither a rule nor the redirect of the host is for this request, and the host has no custom domain. */
  | 'unmatched'
  /** The redirect, or a rule, leads back to the same address. */
  | 'redirect_loop'
  /** The upstream leads back to this program. */
  | 'proxy_loop'
  /** The upstream, or the domain, is under maintenance. */
  | 'maintenance'
  /** The host's domain turns AI crawlers away. */
  | 'ai_crawler'
  /** By a rule. */
  | 'blocked'
  /** By a rule: the name or the password was missing or wrong. */
  | 'login_required'
  /** By a rule. */
  | 'rate_limited'
  /** The rules of the host, or of those that its redirects lead to, cost this request too much. */
  | 'rules_too_expensive'
  /** The Location that a rule makes of this request. */
  | 'location_too_long';
