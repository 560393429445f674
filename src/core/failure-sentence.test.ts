import { expect, test } from 'vitest';
import { failureSentence, requestFailureSentence } from './failure-sentence.ts';

test.each([
  ['refused', null, 'It refused the connection: nothing listens there.'],
  ['status_refused', 503, 'It answered 503, which is not a good status.'],
  ['gone_mad', null, 'It fails: gone mad.'],
])('a server that fails by %s with %s: %j', (failure, status, sentence) => {
  expect(failureSentence(failure, status)).toBe(sentence);
});

test.each([
  ['refused', 'The upstream failed. It refused the connection: nothing listens there.'],
  ['blocked', 'A rule blocks such requests.'],
  ['body_timeout', 'The request was refused: body timeout.'],
])('a request that fails by %s: %j', (failure, sentence) => {
  expect(requestFailureSentence(failure)).toBe(sentence);
});
