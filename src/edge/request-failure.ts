/**
 * Why a client did not get what a host has for it, for the request's record. Source: docs/reference/proxy-analytics.md
 * ("Failures").
 */

import type { RuleFailure } from '../rules/actions/action.ts';
import type { RefusalReason } from './http1/refusal.ts';
import type { GatewayFailure } from './proxy/gateway-answer.ts';

export type RequestFailure =
  | GatewayFailure
  | RefusalReason
  | RuleFailure
  /** Neither a rule nor the redirect of the host is for this request, and the host has no custom domain. */
  | 'unmatched'
  /** The upstream leads back to this program. */
  | 'proxy_loop'
  /** The upstream, or the domain, is under maintenance. */
  | 'maintenance'
  /** The host's domain turns AI crawlers away. */
  | 'ai_crawler'
  /** The host needs a client certificate, which the connection hasn't proven; in clear text, the client is sent to HTTPS for it. */
  | 'client_certificate_required'
  /** The connection was made for another host, or is of a version that this host doesn't take. */
  | 'misdirected'
  /** The rules of the host, or of those that its redirects lead to, cost this request too much. */
  | 'rules_too_expensive';
