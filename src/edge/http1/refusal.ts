/**
 * The one table of reasons to refuse a request before any handler sees it, each with its status and a sentence for the
 * client. Source: RFC 9112 (grammar and section 11, smuggling), RFC 9110 section 15.5, docs/reference/edge.md
 * ("Refused, then closed").
 */
import { type Answer, plainAnswer } from './answer.ts';

const refusals = {
  line_end_invalid: { status: 400, sentence: 'A line of the request does not end in CR LF.' },
  method_invalid: { status: 400, sentence: 'The request method is not a token.' },
  request_line_invalid: { status: 400, sentence: 'The request line is malformed.' },
  target_invalid: {
    status: 400,
    sentence: 'The request target has a character or a form that is not allowed.',
  },
  target_host_differs: {
    status: 400,
    sentence: 'The request target names another host than the Host field.',
  },
  field_name_invalid: { status: 400, sentence: 'A field name is malformed.' },
  field_value_invalid: { status: 400, sentence: 'A field value has a control character.' },
  field_folded: { status: 400, sentence: 'A field is continued on a second line.' },
  host_missing: { status: 400, sentence: 'The request has no Host field.' },
  host_repeated: { status: 400, sentence: 'The request has more than one Host field.' },
  host_invalid: { status: 400, sentence: 'The Host field is not a host name with an optional port.' },
  content_length_invalid: {
    status: 400,
    sentence: 'The Content-Length field is not one plain decimal number.',
  },
  transfer_encoding_invalid: {
    status: 400,
    sentence: 'The Transfer-Encoding field is not exactly "chunked".',
  },
  framing_ambiguous: { status: 400, sentence: 'The length of the request body is given in two ways.' },
  chunk_invalid: { status: 400, sentence: 'The request body is not correctly chunked.' },
  trailer_invalid: { status: 400, sentence: 'The trailer section of the request is malformed or too large.' },
  trailer_forbidden: { status: 400, sentence: 'The trailer section has a field that is not allowed there.' },
  head_timeout: { status: 408, sentence: 'The request head did not arrive in time.' },
  body_timeout: { status: 408, sentence: 'The request body did not arrive in time.' },
  body_too_slow: { status: 408, sentence: 'The request body arrived too slowly.' },
  target_too_long: { status: 414, sentence: 'The request target is longer than 8 KiB.' },
  expectation_unknown: { status: 417, sentence: 'The expectation of the request cannot be met.' },
  fields_too_large: { status: 431, sentence: 'The request fields are larger than 16 KiB.' },
  method_unsupported: { status: 501, sentence: 'The request method is not supported.' },
  version_unsupported: { status: 505, sentence: 'Only HTTP/1.0 and HTTP/1.1 are supported here.' },
} as const;

export type RefusalReason = keyof typeof refusals;

export function refusalAnswer(reason: RefusalReason): Answer {
  const { status, sentence } = refusals[reason];
  return plainAnswer(status, sentence);
}
