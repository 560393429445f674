/** Source: docs/reference/ask.md ("Answers"). */
import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';

const uuid = '0197aaaa-0000-7000-8000-0000000000f1';
const plain = { kind: 'domain', upstreamUuid: undefined, externalId: undefined };

test.each([
  ['', plain],
  ['OK', plain],
  ['{}', plain],
  ['[1]', plain],
  ['null', plain],
  ['{"upstream_uuid":null,"external_id":null,"redirect":null}', { ...plain, externalId: null }],
  ['{"external_id":"customer-7","other":1}', { ...plain, externalId: 'customer-7' }],
  [`{"upstream_uuid":"${uuid}"}`, { ...plain, upstreamUuid: uuid }],
  ['{"upstream_uuid":"main"}', { kind: 'undecided', problem: 'its upstream_uuid is not a UUID' }],
  ['{"upstream_uuid":7}', { kind: 'undecided', problem: 'its upstream_uuid is not a UUID' }],
  [
    '{"redirect":{"destination_url":"https://a.example/"}}',
    { kind: 'redirect', destinationUrl: 'https://a.example/' },
  ],
  [
    '{"redirect":"https://a.example/"}',
    { kind: 'undecided', problem: 'its redirect has no destination_url' },
  ],
])('200 with %j', (text, expected) => {
  expect(readAnswer(200, text)).toEqual(expected);
});

test('4xx is no, and anything else is undecided', () => {
  for (const status of [400, 403, 404, 429, 499]) expect(readAnswer(status, '')).toEqual({ kind: 'no' });
  for (const status of [201, 204, 301, 302, 500, 503])
    expect(readAnswer(status, '')).toEqual({ kind: 'undecided', problem: `its status is ${status}` });
});
