/** Why a server of an upstream fails, for people. Source: docs/reference/proxy.md ("When the upstream fails"). */

const sentences: Readonly<Record<string, string>> = {
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
};

/** `status` is that of its answer; null without one. */
export function failureSentence(failure: string, status: number | null): string {
  if (failure === 'status_refused') return `It answered ${status}, which is not a good status.`;
  return sentences[failure] ?? `It fails: ${failure.replaceAll('_', ' ')}.`;
}
