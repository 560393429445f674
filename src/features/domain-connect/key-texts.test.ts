import { expect, test } from 'vitest';
import { TestClock } from '../../../test/support/api-server.ts';
import { KeyTexts, keyTexts } from './key-texts.ts';

test('a key is published in numbered parts that fit a string of a TXT record', () => {
  const key = 'A'.repeat(392);
  const texts = keyTexts(key);
  expect(texts.map((text) => text.slice(0, 14))).toEqual(['p=1,a=RS256,d=', 'p=2,a=RS256,d=']);
  expect(texts.every((text) => text.length <= 255)).toBe(true);
  expect(texts.map((text) => text.slice(14)).join('')).toBe(key);
});

test('the store is asked once in 5 s, and again after a failure', async () => {
  const clock = new TestClock();
  let asked = 0;
  let answer = (): Promise<string | undefined> => Promise.reject(new Error('away'));
  const findPublic = () => {
    asked += 1;
    return answer();
  };
  const texts = new KeyTexts({ findPublic }, clock);
  await expect(texts.find()).rejects.toThrow('away');
  answer = () => Promise.resolve(undefined);
  expect(await texts.find()).toEqual([]);
  answer = () => Promise.resolve('AQAB');
  expect(await texts.find()).toEqual([]);
  expect(asked).toBe(2);
  clock.time += 5_000;
  expect(await texts.find()).toEqual(['p=1,a=RS256,d=AQAB']);
});
