import { expectTypeOf, test } from 'vitest';
import type { WordedFailure } from '../core/failure-sentence.ts';
import type { RefusalReason } from './http1/refusal.ts';
import type { RequestFailure } from './request-failure.ts';

test('every failure that is not a mistake of the request itself has a sentence for people', () => {
  expectTypeOf<Exclude<RequestFailure, RefusalReason | WordedFailure>>().toEqualTypeOf<never>();
});
