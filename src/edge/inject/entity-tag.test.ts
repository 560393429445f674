import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { hasMark, markedAmong, markedTag, unmarkedTags } from './entity-tag.ts';
import { scriptsOf } from './script-tag.ts';

const withEngagement = scriptsOf({ engagement: true });

const opaque = fc
  .array(fc.oneof(fc.constantFrom(',', '-np1', '-np1s', '\xff', '\\', "'"), fc.stringMatching(/^[!#-~]$/)), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const tag = fc.tuple(fc.constantFrom('', 'W/'), opaque).map(([weak, text]) => `${weak}"${text}"`);

it('leads back to the upstream’s tag, alone and in lists', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(tag, fc.boolean()), { minLength: 1, maxLength: 4 }), (tags) => {
      const marked = tags.map(([text, isCodedAnew]) => markedTag(text, isCodedAnew) ?? '');
      const originals = tags.map(([text]) => text);
      expect(marked.every((text) => hasMark(text))).toBe(true);
      expect(marked.some((text) => originals.includes(text) && !hasMark(text))).toBe(false);
      expect(unmarkedTags(marked.join(', '))).toBe(originals.join(', '));
      for (const [index, text] of marked.entries())
        expect(
          unmarkedTags(markedAmong(marked.join(','), originals[index] ?? '') ?? '').replace('W/', ''),
        ).toBe(unmarkedTags(text).replace('W/', ''));
    }),
    { numRuns: runs(2_000) },
  );
});

it('is weak where the page is compressed anew', () => {
  expect(markedTag('"a"', false)).toBe('"a-np1"');
  expect(markedTag('W/"a"', false)).toBe('W/"a-np1"');
  expect(markedTag('"a"', true)).toBe('W/"a-np1s"');
  expect(markedTag('W/"a"', true)).toBe('W/"a-np1"');
});

it('leaves what is no tag, or not of ours', () => {
  expect(markedTag('a', false)).toBeUndefined();
  expect(markedTag('"a""b"', false)).toBeUndefined();
  expect(unmarkedTags('*')).toBe('*');
  expect(unmarkedTags('"a", W/"b-np2", x-np1')).toBe('"a", W/"b-np2", x-np1');
  expect(markedAmong('"a", "b-np1"', '"a"')).toBeUndefined();
  expect(markedAmong('"a", W/"a-np1s"', '"a"')).toBe('W/"a-np1s"');
});

it('knows only pages with the same scripts', () => {
  const [plain, further] = [markedTag('"a"', false), markedTag('"a"', true, withEngagement.mark)];
  expect([plain, further]).toEqual(['"a-np1"', 'W/"a-np1es"']);
  expect(unmarkedTags(`${plain}, ${further}`)).toBe(`"a", ${further}`);
  expect(unmarkedTags(`${plain}, ${further}`, withEngagement.mark)).toBe(`${plain}, "a"`);
  expect(hasMark(String(plain), withEngagement.mark)).toBe(false);
  expect(markedAmong(`${plain}, ${further}`, '"a"', withEngagement.mark)).toBe(further);
});
