/**
 * Fields that rules may not set or remove, because they frame messages, belong to one connection, or are Nameplate's.
 * Source: docs/reference/rules.md ("Set headers"), RFC 9110 sections 5.1 and 7.6.1.
 */

const ofConnections = [
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'http2-settings',
];
const forbidden = {
  request: new Set([
    ...ofConnections,
    'host',
    'expect',
    'via',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-served-for',
    'x-request-id',
    'traceparent',
  ]),
  response: new Set([...ofConnections, 'host', 'date', 'via', 'location', 'x-request-id']),
} as const;
const forbiddenPrefixes = ['x-forwarded', 'x-nameplate-'];
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Some programs take `X_Forwarded_For` and `X-Forwarded-For` for one. */
const hyphenTwins = /[^a-z0-9]/g;

/** Why a field's name is refused; undefined if a rule may set it. */
export function fieldNameProblem(name: string, message: 'request' | 'response'): string | undefined {
  if (!token.test(name)) return 'field names of 1 to 200 letters, digits and hyphens';
  const plain = name.toLowerCase().replaceAll(hyphenTwins, '-');
  if (forbidden[message].has(plain) || forbiddenPrefixes.some((prefix) => plain.startsWith(prefix)))
    return 'fields that do not frame the message, belong to one connection or are set by Nameplate';
  return undefined;
}
