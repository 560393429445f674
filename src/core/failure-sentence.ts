/**
 * Failures in words, for people: of an upstream's server, and of a request. Source: docs/reference/proxy.md ("When the upstream
 * fails"), docs/reference/proxy-analytics.md ("Failures").
 */

const ofServer = {
  refused: 'It refused the connection: nothing listens there.',
  unreachable: "It can't be reached.",
  not_found: 'Its name has no address.',
  tls: 'No TLS connection could be made: its certificate is not trusted, not valid for its name or expired, or it does not speak TLS.',
  address_refused: 'Its address is one where no upstream may be.',
  connect_timeout: 'It took too long to accept the connection.',
  response_timeout: 'It took too long to answer.',
  client_key_unreadable: 'This machine cannot decrypt the key of its client certificate, so nothing is sent.',
  token_unreadable: 'This machine cannot decrypt its auth token, so nothing is sent.',
  died_unanswered: 'It closed the connection without an answer.',
  died_midway: 'It closed the connection in the middle of its answer.',
  busy: 'It has all the connections that it may have, and none came free in time.',
  head_invalid: 'Its answer is not valid HTTP.',
  head_too_large: 'The fields of its answer are too large.',
  status_invalid: 'Its answer has an invalid status.',
  framing_ambiguous: 'The length of its answer is given in two ways.',
  transfer_coding_unknown: 'Its answer has a transfer coding that is not supported.',
  content_invalid: 'Its answer is not correctly chunked.',
  switch_unasked: 'It switched to another protocol unasked.',
  too_many_interim: 'It sent too many interim answers.',
} as const;

const ofRequest = {
  unmatched: 'Neither a rule nor a redirect matches this path, and the host has no custom domain.',
  redirect_loop: 'Its redirects lead in a circle.',
  proxy_loop: 'The upstream leads back to this service.',
  client_certificate_required: 'The domain needs a client certificate, and the visitor had shown none.',
  misdirected:
    'The connection was made for another host, or with a version of TLS that this one doesn’t take.',
  ai_crawler: 'The domain turns AI crawlers away.',
  maintenance: 'The domain or its upstream was under maintenance.',
  blocked: 'A rule blocks such requests.',
  login_required: 'A rule asks for a name and a password, which were missing or wrong.',
  rate_limited: 'The visitor sent more requests than a rule allows.',
  challenge_required: 'A rule challenges visitors, and this one had not answered.',
  rules_too_expensive: 'Comparing the request with the host’s rules would take too long.',
  location_too_long: 'A rule would redirect to an address that is too long.',
  client_limit: 'The visitor had too many requests under way at once.',
} as const;

/** Those that the edge has words for; any other is a mistake of the request itself. */
export type WordedFailure = keyof typeof ofServer | keyof typeof ofRequest;

const servers: Readonly<Record<string, string>> = ofServer;
const requests: Readonly<Record<string, string>> = ofRequest;

/** Why a server of an upstream fails its check. `status` is that of its answer; null without one. */
export function failureSentence(failure: string, status: number | null): string {
  if (failure === 'status_refused') return `It answered ${status}, which is not a good status.`;
  return servers[failure] ?? `It fails: ${failure.replaceAll('_', ' ')}.`;
}

/** Why a visitor did not get what a host has for the request. */
export function requestFailureSentence(failure: string): string {
  const sentence = servers[failure];
  if (sentence !== undefined) return `The upstream failed. ${sentence}`;
  return requests[failure] ?? `The request was refused: ${failure.replaceAll('_', ' ')}.`;
}
