import { describe, expect, it } from 'vitest';
import { errorField } from './error-field.ts';

describe('errorField', () => {
  it('reads a string property of whatever was thrown', () => {
    expect(errorField(Object.assign(new Error('no'), { code: 'EADDRINUSE' }), 'code')).toBe('EADDRINUSE');
    expect(errorField({ code: '23505' }, 'code')).toBe('23505');
  });
  it.each([[undefined], [null], ['code'], [7], [{}], [{ code: 7 }]])('answers undefined for %j', (thrown) => {
    expect(errorField(thrown, 'code')).toBeUndefined();
  });
});
