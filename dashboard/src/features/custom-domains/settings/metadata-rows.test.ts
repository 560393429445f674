import { describe, expect, it } from 'vitest';
import { hasKeyProblem, keyProblem, metadataOf, metadataRows } from './metadata-rows.ts';

describe('metadataOf', () => {
  it('leaves out blank rows and has the order of the API', () => {
    const rows = [
      { key: ' plan ', value: 'pro' },
      { key: ' ', value: '' },
      { key: 'B', value: '' },
      { key: 'a', value: '1' },
    ];
    expect(JSON.stringify(metadataOf(rows))).toBe('{"B":"","a":"1","plan":"pro"}');
    expect(metadataRows({ plan: 'pro' })).toEqual([{ key: 'plan', value: 'pro' }]);
  });

  it('keeps a key that objects have already', () => {
    expect(Object.entries(metadataOf([{ key: '__proto__', value: 'x' }]))).toEqual([['__proto__', 'x']]);
  });
});

describe('keyProblem', () => {
  it.each([
    [{ key: '', value: '' }, undefined],
    [{ key: 'plan_2-B', value: '' }, undefined],
    [{ key: '', value: 'pro' }, 'Enter a key.'],
    [{ key: 'two words', value: 'pro' }, 'A key has 1 to 40 letters, digits, "_" or "-".'],
    [{ key: 'k'.repeat(41), value: 'pro' }, 'A key has 1 to 40 letters, digits, "_" or "-".'],
  ])('%j: %s', (row, problem) => {
    expect(keyProblem([row], 0)).toBe(problem);
    expect(hasKeyProblem([row])).toBe(problem !== undefined);
  });

  it('stands at the second of two equal keys', () => {
    const rows = [
      { key: 'plan', value: 'pro' },
      { key: 'plan ', value: 'free' },
    ];
    expect([keyProblem(rows, 0), keyProblem(rows, 1)]).toEqual([undefined, 'The key plan is used twice.']);
  });
});
