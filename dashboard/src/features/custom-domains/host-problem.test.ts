import { describe, expect, it } from 'vitest';
import { hostInAddress, hostProblem, normalHost, wwwProblem } from './host-problem.ts';

describe('hostProblem', () => {
  it.each([
    ['', 'Enter the host of the domain.'],
    ['shop', 'A domain has at least two parts, such as shop.example.com.'],
    ['a.*.example.com', 'A wildcard has one asterisk, and that as its first part: *.example.com.'],
    ['*.Example.com', undefined],
    ['https://shop.example.com', 'That isn\'t a valid host: it has the character ":".'],
    ['shop..example.com', "That isn't a valid host: it has an empty label."],
    ['203.0.113.7', "That isn't a valid host: it is an IP address."],
    ['Shop.Example.com', undefined],
    ['bücher.example', undefined],
  ])('%j: %s', (text, problem) => {
    expect(hostProblem(text)).toBe(problem);
  });
});

describe('normalHost', () => {
  it('is what the API stores', () => {
    expect(normalHost(' Bücher.Example. ')).toBe('xn--bcher-kva.example');
    expect(normalHost(' *.Example.com')).toBe('*.example.com');
    expect(normalHost('shop')).toBeUndefined();
  });
});

describe('wwwProblem', () => {
  it('finds hosts that have no www. of their own', () => {
    expect(wwwProblem('example.com')).toBeUndefined();
    expect(wwwProblem(undefined)).toBeUndefined();
    expect(wwwProblem('www.example.com')).toBe('www.example.com already begins with www.');
    expect(wwwProblem('*.example.com')).toBe('*.example.com is a wildcard.');
    expect(wwwProblem(`${'a.'.repeat(124)}com`)).toMatch(/too long/);
  });
});

describe('hostInAddress', () => {
  it.each([
    ['https://shop.example.com/path?x=1', 'shop.example.com'],
    ['http://user@shop.example.com:8080', 'shop.example.com'],
    ['https://bücher.example', 'bücher.example'],
    ['shop.example.com', undefined],
    ['https://', undefined],
    ['https://a b', undefined],
  ])('%s', (text, host) => {
    expect(hostInAddress(text)).toBe(host);
  });
});
