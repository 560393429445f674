import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { areTargetsComplete, refusedTarget, targetProblem, targetsOf } from './target-rows.ts';

const own = { host: 'a.example.net', port: '443' };
const rows = [
  { host: ' b.example.net ', port: '443' },
  { host: '', port: '443' },
  { host: 'c.example.net', port: '8443' },
];

test('leaves out rows without a host', () => {
  expect(targetsOf(rows)).toEqual([
    { host: 'b.example.net', port: 443 },
    { host: 'c.example.net', port: 8443 },
  ]);
  expect(areTargetsComplete(rows, own)).toBe(true);
});

test.each([
  ['A.example.net', '443', "That is the upstream's own place."],
  ['B.example.net', '443', 'This server is listed twice.'],
  ['b.example.net', '444', undefined],
  ['not a host', '443', expect.stringContaining("That isn't a valid host")],
])('judges another row with %s and %s', (host, port, problem) => {
  const all = [...rows, { host, port }];
  expect(targetProblem(all, 3, own)).toEqual(problem);
  expect(areTargetsComplete(all, own)).toBe(problem === undefined);
});

test('needs a port', () => {
  expect(areTargetsComplete([{ host: 'b.example.net', port: '0' }], own)).toBe(false);
});

test("finds the row that the API's refusal is about", () => {
  const refused = (reason: string) =>
    new ApiError(400, 'targets_invalid', `targets "[…]" is invalid: ${reason}; allowed: a list`);
  expect(refusedTarget(rows, refused('its target 2: 10.0.0.1 is a private address'))).toEqual({
    index: 2,
    sentence: '10.0.0.1 is a private address.',
  });
  expect(refusedTarget(rows, refused('its target 1 is there twice'))?.index).toBe(0);
  expect(refusedTarget(rows, refused('it has 17 targets'))).toBeUndefined();
  expect(refusedTarget(rows, new ApiError(400, 'host_invalid', 'no'))).toBeUndefined();
});
