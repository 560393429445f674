/** Answers with a text of the operator's. Source: docs/reference/rules.md ("Respond"). */
import { cacheFields } from '../../core/redirect-location.ts';
import { answeredBy } from '../recorded-answer.ts';
import { ruleJson } from '../rule-json.ts';
import type { ActionKind } from './action.ts';

export type RespondAction = { readonly status: number; readonly content_type: string; readonly body: string };

const mediaType = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:; ?[ -~]*)?$/;
const bodylessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);
const maxBodyBytes = 64 * 1024;
const maxMediaType = 200;
const plainText = 'text/plain; charset=utf-8';

export const respond: ActionKind<RespondAction> = {
  ending: 'answers',
  protects: false,
  schema: {
    type: 'object',
    properties: {
      status: { type: 'integer', minimum: 200, maximum: 599, default: 200 },
      content_type: { type: 'string', default: plainText },
      body: { type: 'string', default: '', description: 'At most 64 KiB.' },
    },
  },
  words: { label: 'Respond', hint: 'Answers with a text of your own.' },
  form: [
    {
      name: 'status',
      kind: 'number',
      label: 'Status',
      initial: '200',
      inputMode: 'numeric',
      hint: '200 to 599.',
      isBesideNext: true,
    },
    {
      name: 'content_type',
      kind: 'text',
      label: 'Content type',
      initial: plainText,
      isPlain: true,
      hint: 'Such as text/html; charset=utf-8.',
    },
    { name: 'body', kind: 'area', label: 'Body', initial: '', rows: 6, hint: 'At most 64 KiB.' },
  ],

  read(value, place) {
    const given = ruleJson.members(value, place, ['status', 'content_type', 'body']);
    const status = ruleJson.whole(given.status, `${place}.status`, 200, 599, 200);
    const type = given.content_type ?? plainText;
    if (typeof type !== 'string' || type.length > maxMediaType || !mediaType.test(type))
      throw ruleJson.refuseValue(
        `${place}.content_type`,
        type,
        'a media type, such as text/html; charset=utf-8',
      );
    const body = given.body ?? '';
    if (typeof body !== 'string' || !body.isWellFormed())
      throw ruleJson.refuseValue(`${place}.body`, body, 'text of at most 64 KiB');
    const sizeBytes = sizeOf(body);
    if (sizeBytes > maxBodyBytes)
      throw ruleJson.refuse(`${place}.body`, `has ${sizeBytes} bytes`, `at most ${maxBodyBytes}`);
    if (sizeBytes > 0 && bodylessStatuses.has(status))
      throw ruleJson.refuse(`${place}.body`, `has ${sizeBytes} bytes`, `none with status ${status}`);
    return { status, content_type: type, body };
  },

  summarize: ({ status }) => `respond ${status}`,
  describe({ status, content_type: type, body }, { bytes }) {
    return body === ''
      ? `Responds ${status} without a body`
      : `Responds ${status} with ${bytes(sizeOf(body))} of ${type.split(';', 1)[0]}`;
  },
  act({ status, content_type: type, body }, edge) {
    const typeLine = body === '' ? '' : `Content-Type: ${type}\r\n`;
    edge.answer({ status, fields: `${typeLine}${cacheFields[302]}`, body });
  },
  rehearse: ({ status }, { label, labels }) => ({
    words: `${status} by rule ${label}`,
    isRecorded: (recorded) =>
      recorded.by === answeredBy.rule && labels().has(recorded.rule) && recorded.status === status,
  }),
};

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
