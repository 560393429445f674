import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainPageview } from '../engine/pageview-row.ts';
import { isDetails, readDetails } from './event-details.ts';

const long = (length: number) => 'x'.repeat(length);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1]));

describe('the details of an event', () => {
  it('are those of a pageview when there are none', () => {
    expect(readDetails(undefined, undefined, undefined)).toEqual(plainPageview);
    expect(readDetails('pageview', {}, undefined)).toEqual(plainPageview);
  });

  it('are stored as text', () => {
    const props = { plan: 'pro', seats: 3, ratio: 0.5, yearly: true };
    expect(readDetails('Signup', props, { amount: '12.50', currency: 'eur' })).toEqual({
      name: 'Signup',
      props: { plan: 'pro', seats: '3', ratio: '0.5', yearly: 'true' },
      revenue_amount: '12.50',
      revenue_currency: 'EUR',
    });
  });

  it.each([
    ['x', 'x'],
    [long(120), long(120)],
    ['😀'.repeat(120), '😀'.repeat(120)],
    [long(121), 'name_invalid'],
    ['', 'name_invalid'],
    [' ', 'name_invalid'],
    ['a\nb', 'name_invalid'],
    ['\ud800', 'name_invalid'],
    [null, 'name_invalid'],
    [7, 'name_invalid'],
    [['x'], 'name_invalid'],
  ])('take the name %j for %j', (name, expected) => {
    const read = readDetails(name, undefined, undefined);
    expect(typeof read === 'string' ? read : read.name).toBe(expected);
  });

  it.each<[unknown, boolean]>([
    [{}, true],
    [many(30), true],
    [many(31), false],
    [{ [long(300)]: long(2_000) }, true],
    [{ [long(301)]: '' }, false],
    [{ a: long(2_001) }, false],
    [{ '': 'a' }, false],
    [{ a: '' }, true],
    [{ a: null }, false],
    [{ a: {} }, false],
    [{ a: ['b'] }, false],
    [{ a: Number.POSITIVE_INFINITY }, false],
    [['a'], false],
    ['a', false],
    [null, false],
    [1, false],
  ])('judge the properties of a case', (props, isValid) => {
    const read = readDetails('x', props, undefined);
    expect(read === 'props_invalid').toBe(!isValid);
  });

  it('keep a property that is named like one of every object', () => {
    const read = readDetails('x', JSON.parse('{"__proto__": "a", "constructor": "b"}'), undefined);
    expect(JSON.stringify(read)).toContain('{"__proto__":"a","constructor":"b"}');
  });

  it.each<[unknown, string]>([
    [{ amount: '0', currency: 'USD' }, '0'],
    [{ amount: '-4.5', currency: 'USD' }, '-4.5'],
    [{ amount: 12.5, currency: 'USD' }, '12.5'],
    [{ amount: '999999999999999.999', currency: 'USD' }, '999999999999999.999'],
    [{ amount: '1000000000000000', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: '1.0001', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: 1e21, currency: 'USD' }, 'revenue_invalid'],
    [{ amount: '1,50', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: '', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: '.5', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: 'NaN', currency: 'USD' }, 'revenue_invalid'],
    [{ amount: '1' }, 'revenue_invalid'],
    [{ amount: '1', currency: 'dollar' }, 'revenue_invalid'],
    [{ amount: '1', currency: 'QQQ' }, 'revenue_invalid'],
    [{ currency: 'USD' }, 'revenue_invalid'],
    ['12 USD', 'revenue_invalid'],
    [null, 'revenue_invalid'],
  ])('take the revenue %j for %s', (revenue, expected) => {
    const read = readDetails('x', undefined, revenue);
    expect(typeof read === 'string' ? read : read.revenue_amount).toBe(expected);
  });

  it('are known again when they were written down, and nothing else is', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (name, props, revenue) => {
        const read = readDetails(name, props, revenue);
        if (typeof read !== 'string') expect(isDetails(JSON.parse(JSON.stringify(read)))).toBe(true);
      }),
    );
    const whole = { name: 'x', props: { a: 'b' }, revenue_amount: '0', revenue_currency: '' };
    expect(isDetails(whole)).toBe(true);
    for (const wrong of [
      null,
      'x',
      { ...whole, name: '' },
      { ...whole, props: { a: 1 } },
      { ...whole, props: null },
      { ...whole, revenue_amount: '1e3' },
      { ...whole, revenue_currency: undefined },
    ]) {
      expect(isDetails(wrong)).toBe(false);
    }
  });
});
