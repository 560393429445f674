import { expect, test } from 'vitest';
import { hostOfAddress, newRedirect, problemsOf, sentValues, storedHost } from './redirect-values.ts';

const good = { ...newRedirect, source_host: 'go.example.com', destination_url: 'https://www.example.com' };

test('finds nothing wrong with what the API takes', () => {
  expect(problemsOf(good)).toEqual({});
  expect(problemsOf({ ...good, source_host: ' MÜNCHEN.example. ', match_path: 'docs' })).toEqual({});
  expect(problemsOf({ ...good, match_path: '' })).toEqual({});
  expect(problemsOf({ ...good, destination_url: ' https://münchen.example/ü#x ' })).toEqual({});
});

test('asks for what is missing', () => {
  expect(problemsOf(newRedirect)).toEqual({
    source_host: 'Enter the host to redirect.',
    destination_url: 'Enter the address to redirect to.',
  });
});

test.each([
  ['source_host', 'https://go.example.com', 'Enter the host only, without https://.'],
  ['source_host', 'go.example.com/a', 'That isn\'t a valid host name: it has the character "/".'],
  ['source_host', 'localhost', "That isn't a valid host name: it has a single label."],
  ['source_host', '*.example.com', 'That isn\'t a valid host name: it has the character "*".'],
  ['source_host', '192.0.2.1', "That isn't a valid host name: it is an IP address."],
  ['match_path', '/a?b', 'Leave out the query. Only paths are compared.'],
  ['match_path', '/a*b', /^That isn't a valid path pattern: allowed are letters/],
  ['match_path', '/ü', /^That isn't a valid path pattern: allowed are letters/],
  ['destination_url', 'www.example.com', 'Enter a full address that begins with https:// or http://.'],
  ['destination_url', 'ftp://www.example.com', /^That isn't a valid destination: it is not an absolute http/],
  ['destination_url', 'https://user@www.example.com', "That isn't a valid destination: it has user info."],
  [
    'destination_url',
    'https://GO.example.com/other',
    'This would send every path of go.example.com back to go.example.com.',
  ],
] as const)('says what is wrong with %s %j', (name, value, problem) => {
  const problems = problemsOf({ ...good, [name]: value });
  expect(Object.keys(problems)).toEqual([name]);
  expect(problems[name]).toMatch(problem);
});

test('lets a path lead to another path of its host', () => {
  expect(problemsOf({ ...good, match_path: '/old', destination_url: 'https://go.example.com/new' })).toEqual(
    {},
  );
});

test('shows the form in which a host is stored when it differs', () => {
  expect(storedHost('München.example')).toBe('xn--mnchen-3ya.example');
  expect(storedHost('go.example.com')).toBeUndefined();
  expect(storedHost('nothing')).toBeUndefined();
});

test('sends trimmed values, and every path for an empty pattern', () => {
  expect(sentValues({ ...good, source_host: ' a.example ', match_path: ' ' })).toMatchObject({
    source_host: 'a.example',
    match_path: '*',
  });
});

test('takes a pasted address apart', () => {
  expect(hostOfAddress(' https://go.example.com/docs?a ')).toEqual({ host: 'go.example.com', path: '/docs' });
  expect(hostOfAddress('http://go.example.com:8080/')).toEqual({ host: 'go.example.com', path: '' });
  expect(hostOfAddress('go.example.com')).toBeUndefined();
});
