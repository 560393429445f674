import { expect, test } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

test.each([
  ['refused', null, 'It refused the connection: nothing listens there.'],
  ['status_refused', 503, 'It answered 503, which is not a good status.'],
  ['head_too_large', null, 'It fails: head too large.'],
])('says %s with %s as %j', (failure, status, sentence) => {
  expect(failureSentence(failure, status)).toBe(sentence);
});
